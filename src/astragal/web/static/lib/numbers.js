// Numbers as text, in one style: "64 %", "−45.9 %", "53,524,680".

const MORE_DIGITS = 4; // at most, added to the digits asked for

/** Write a minus, not a hyphen. @param {string} text */
export const withMinus = (text) => text.replace("-", "\u2212");

/**
 * Write a part as per cent. A part that would be rounded to 0 % or 100 % but is neither gets some more digits.
 *
 * @param {number} part
 */
export function percent(part, digits = 2) {
  const hides = (/** @type {string} */ text) =>
    (Number(text) === 0 && part !== 0) || (Number(text) === 100 && part < 1);
  const texts = Array.from({ length: MORE_DIGITS + 1 }, (_, more) => (100 * part).toFixed(digits + more));
  const text = texts.find((one) => !hides(one)) ?? texts[0];
  return withMinus(`${text}\u00a0%`);
}

/** Write a part as per cent, always with its sign. @param {number} part */
export const signedPercent = (part, digits = 2) => `${part < 0 ? "" : "+"}${percent(part, digits)}`;

/** Write a difference of two chances in points: "−2.5". @param {number} part */
export const points = (part, digits = 1) => withMinus((100 * part).toFixed(digits));

/** @param {number | bigint} number */
export const count = (number) => withMinus(number.toLocaleString("en"));
