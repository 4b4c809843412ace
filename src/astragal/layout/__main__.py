"""Print `native/words.hpp`, the accessors of all words that C++ reads or writes."""

from astragal.layout import cpp_header
from astragal.layout.catalog import native_layouts

print(cpp_header(*native_layouts()), end="")
