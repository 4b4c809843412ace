"""Print `native/words.hpp`, the C++ accessors of all words shared with native code."""

from astragal.layout import cpp_header
from astragal.layout.catalog import native_layouts

print(cpp_header(*native_layouts()), end="")
