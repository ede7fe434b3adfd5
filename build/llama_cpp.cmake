# Read by llama.cpp's project() through CMAKE_PROJECT_llama_cpp_INCLUDE. llama-cpp-python forces the cache
# variable LLAMA_BUILD_COMMON to ON; a normal variable of the same name wins (CMake policy CMP0126).
# `common` is most of the compile time and the Python package never loads it.
set(LLAMA_BUILD_COMMON OFF)
