# Flags every target of Mote is compiled with, and two short ways to declare one.

add_library(mote_flags INTERFACE)
target_include_directories(mote_flags INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_options(mote_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(mote_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>)  # false alarms of g++ 12 in std::string
endif()
target_compile_definitions(mote_flags INTERFACE MOTE_VERSION="${PROJECT_VERSION}")
if(MOTE_ARCH)
  target_compile_options(mote_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=${MOTE_ARCH}>)
endif()
if(MOTE_SANITIZE)
  target_compile_options(mote_flags INTERFACE -fsanitize=${MOTE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(mote_flags INTERFACE -fsanitize=${MOTE_SANITIZE})
  target_compile_definitions(mote_flags INTERFACE MOTE_SANITIZED)  # for tests of speed
endif()
if(MOTE_HAS_CUDA OR MOTE_CHECK_KERNELS)
  # The host's half of a kernel file is compiled like any other: with its lanes, for its processor.
  target_compile_options(mote_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:--expt-relaxed-constexpr --extended-lambda -Werror cross-execution-space-call>"
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler=-Wall,-Wextra,-Wshadow,-Wno-unused-parameter>")
  if(MOTE_ARCH)
    target_compile_options(mote_flags INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler=-march=${MOTE_ARCH}>")
  endif()
endif()

# Headers that most files include are parsed once for all of them. ccache knows files, not precompiled headers, so with it each file
# stands alone, which also tells who forgot an include.
if(NOT CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(MOTE_PRECOMPILE ON)
endif()
set(MOTE_COMMON_HEADERS <algorithm> <array> <cmath> <cstring> <filesystem> <fstream> <functional> <map> <memory> <numeric> <optional> <span>
    <string> <string_view> <variant> <vector> mote/exec.h mote/lane.h mote/table.h)

# mote_precompile(TARGET GROUP HEADERS...): the first target of a group parses the headers, the others take what it has. Flags and definitions
# must be the same within a group.
function(mote_precompile target group)
  if(MOTE_PRECOMPILE)
    get_property(first GLOBAL PROPERTY mote_precompiled_${group})
    if(first)
      target_precompile_headers(${target} REUSE_FROM ${first})
    else()
      list(TRANSFORM ARGN REPLACE "^(mote/.*)$" "${PROJECT_SOURCE_DIR}/include/\\1")
      list(TRANSFORM ARGN REPLACE "^(.+)$" "$<$<COMPILE_LANGUAGE:CXX>:\\1>" OUTPUT_VARIABLE headers)
      target_precompile_headers(${target} PRIVATE ${headers})
      set_property(GLOBAL PROPERTY mote_precompiled_${group} ${target})
    endif()
  endif()
endfunction()

# mote_library(NAME [KERNELS] LINKS ... PRIVATE_LINKS ...): the sources of src/NAME as library mote_NAME.
# KERNELS: its sources are compiled as CUDA where nvcc is.
function(mote_library name)
  cmake_parse_arguments(arg "KERNELS" "" "LINKS;PRIVATE_LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  if(arg_KERNELS AND MOTE_HAS_CUDA)
    set_source_files_properties(${sources} PROPERTIES LANGUAGE CUDA)
  endif()
  list(TRANSFORM arg_LINKS REPLACE "^(core|neighbours|smoothing|shapes|surface|skin|stages|solids|lattice|bodies|solvers|world|io|volume|picture|plot|trace|scene|run|studio)$" "mote_\\1")
  add_library(mote_${name} STATIC ${sources})
  target_link_libraries(mote_${name} PUBLIC mote_flags ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS})
endfunction()

# mote_entries(TARGET LONG ...): one ctest entry per test, which may take 10 minutes; those that match the filter LONG take hours by night and may.
function(mote_entries target long)
  set(options NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60)
  if(long)
    gtest_discover_tests(${target} ${options} TEST_FILTER "-${long}" ${ARGN} TIMEOUT 600)
    gtest_discover_tests(${target} ${options} TEST_FILTER "${long}" ${ARGN} TIMEOUT 14400)
  else()
    gtest_discover_tests(${target} ${options} ${ARGN} TIMEOUT 600)
  endif()
endfunction()

# mote_test(NAME [DEVICES] [LONG FILTER] LINKS ...): the sources of tests/NAME as one GoogleTest program.
# DEVICES: where there is a GPU, a second entry runs it there. LONG: GoogleTest's filter of what takes long by night.
function(mote_test name)
  cmake_parse_arguments(arg "DEVICES" "LONG" "LINKS" ${ARGN})
  string(REPLACE "/" "_" target test_${name})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*.cpp)
  if(sources)
    add_executable(${target} ${sources})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${target} PRIVATE ${arg_LINKS} fmt::fmt GTest::gtest_main)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)  # a third of the time to build; what they test is compiled in full
    mote_precompile(${target} tests ${MOTE_COMMON_HEADERS} <gtest/gtest.h> <fmt/format.h> mote/build.h mote/step.h)
    target_compile_definitions(${target} PRIVATE MOTE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" MOTE_PROGRAM="$<$<TARGET_EXISTS:mote>:$<TARGET_FILE:mote>>")
    mote_entries(${target} "${arg_LONG}" PROPERTIES)
    if(arg_DEVICES AND MOTE_HAS_GPU)
      mote_entries(${target} "${arg_LONG}" TEST_PREFIX cuda. PROPERTIES ENVIRONMENT MOTE_TEST_DEVICE=cuda)
    endif()
  endif()
endfunction()
