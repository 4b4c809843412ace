"""Every named layout of the package, collected from the rooms that declare them.

Run as a program it prints `native/words.hpp`.
"""

from astragal.asia import layouts as asia
from astragal.errors import UnknownNameError
from astragal.layout import Layout, cpp_header
from astragal.poker import layouts as poker
from astragal.ur import layouts as ur

LAYOUTS: dict[str, Layout] = {
    layout.name: layout for layout in (*poker.LAYOUTS, *asia.LAYOUTS, *ur.LAYOUTS)
}

NATIVE_LAYOUTS = (*poker.NATIVE_LAYOUTS, *asia.NATIVE_LAYOUTS, *ur.NATIVE_LAYOUTS)
"""The words that C++ reads or writes; those of its own loops are not in the catalog."""


def find_layout(name: str) -> Layout:
    """Return the layout of that name.

    >>> find_layout("card32").bits
    32
    """
    try:
        return LAYOUTS[name]
    except KeyError:
        known = ", ".join(LAYOUTS)
        raise UnknownNameError(f"no layout {name!r}; there are {known}") from None


if __name__ == "__main__":
    print(cpp_header(NATIVE_LAYOUTS), end="")
