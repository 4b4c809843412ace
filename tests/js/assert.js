/** Compare two values by their JSON. */
export function assertEquals(found, expected) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${left} is not ${right}`);
}
