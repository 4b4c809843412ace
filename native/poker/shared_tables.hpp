// The look-up tables as Python holds them; native code may hold them longer.
#pragma once

#include <memory>

#include "poker/tables.hpp"

namespace astragal::bindings {

struct SharedTables {
    std::shared_ptr<const poker::Tables> tables;
};

}  // namespace astragal::bindings
