#pragma once
// Not by pkg-config: SwiftPM would tell everybody who has no libpq to install it.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#error "libpq is missing; on Debian install libpq-dev"
#endif
