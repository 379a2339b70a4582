# The sources of the eager operators, relative to the repository's root.
set(FULLGRAPH_OPS_SOURCES
  runtime/core/ops/activations.cpp
  runtime/core/ops/arg_reductions.cpp
  runtime/core/ops/binary_arithmetic.cpp
  runtime/core/ops/binary_math.cpp
  runtime/core/ops/bitwise.cpp
  runtime/core/ops/cat.cpp
  runtime/core/ops/checks.cpp
  runtime/core/ops/compare.cpp
  runtime/core/ops/complex.cpp
  runtime/core/ops/contraction.cpp
  runtime/core/ops/convert.cpp
  runtime/core/ops/convolution.cpp
  runtime/core/ops/copy.cpp
  runtime/core/ops/counting.cpp
  runtime/core/ops/creation.cpp
  runtime/core/ops/decompositions.cpp
  runtime/core/ops/fourier.cpp
  runtime/core/ops/gemm.cpp
  runtime/core/ops/indexing.cpp
  runtime/core/ops/linalg.cpp
  runtime/core/ops/loop_nest.cpp
  runtime/core/ops/pointwise.cpp
  runtime/core/ops/pooling.cpp
  runtime/core/ops/recurrent.cpp
  runtime/core/ops/reduction.cpp
  runtime/core/ops/reductions.cpp
  runtime/core/ops/scans.cpp
  runtime/core/ops/scatters.cpp
  runtime/core/ops/sequences.cpp
  runtime/core/ops/softmax.cpp
  runtime/core/ops/sorting.cpp
  runtime/core/ops/ternary.cpp
  runtime/core/ops/unary_basic.cpp
  runtime/core/ops/unary_math.cpp
)

# Operators that programs call as they call kernels: functions over buffers, without the rest of the runtime.
set(FULLGRAPH_LIBRARY_SOURCES
  runtime/core/library/decompositions.cpp
  runtime/core/library/fourier.cpp
  runtime/core/library/linalg.cpp
  runtime/core/library/random.cpp
  runtime/core/library/recurrent.cpp
  runtime/core/library/recurrent_avx2.cpp
  runtime/core/library/recurrent_avx512.cpp
  runtime/core/library/recurrent_baseline.cpp
  runtime/core/library/scans.cpp
  runtime/core/library/scatters.cpp
  runtime/core/library/sequences.cpp
  runtime/core/library/sorting.cpp
  runtime/core/library/special.cpp
)

find_path(FULLGRAPH_EIGEN_INCLUDE_DIR unsupported/Eigen/FFT PATH_SUFFIXES include/eigen3 eigen3 NO_CMAKE_FIND_ROOT_PATH)
if(NOT FULLGRAPH_EIGEN_INCLUDE_DIR)
  message(FATAL_ERROR "Eigen not found, whose linear algebra and FFT the runtime uses. On Debian: "
                      "apt-get install libeigen3-dev. Elsewhere set FULLGRAPH_EIGEN_INCLUDE_DIR to the folder that holds unsupported/Eigen/FFT.")
endif()
set(library "${PROJECT_SOURCE_DIR}/runtime/core/library")
set_source_files_properties("${library}/decompositions.cpp" "${library}/fourier.cpp" "${library}/linalg.cpp"
                            PROPERTIES COMPILE_OPTIONS "-isystem;${FULLGRAPH_EIGEN_INCLUDE_DIR}")

# The hot loops of recurrent_steps, for the levels of the processor between which it chooses at run time. Their vectors
# are never passed between functions of different levels, which -Wpsabi warns of.
set(FULLGRAPH_LEVEL_OPTIONS -ffp-contract=fast -Wno-psabi)
set(recurrent "${PROJECT_SOURCE_DIR}/runtime/core/library/recurrent")
set_source_files_properties(${recurrent}_baseline.cpp PROPERTIES COMPILE_OPTIONS "${FULLGRAPH_LEVEL_OPTIONS}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND NOT CMAKE_OSX_ARCHITECTURES)
  set_source_files_properties(${recurrent}_avx2.cpp PROPERTIES COMPILE_OPTIONS "${FULLGRAPH_LEVEL_OPTIONS};-mavx2;-mfma")
  set_source_files_properties(${recurrent}_avx512.cpp
                              PROPERTIES COMPILE_OPTIONS "${FULLGRAPH_LEVEL_OPTIONS};-mavx512f;-mavx2;-mfma")
  set_source_files_properties(${recurrent}.cpp ${recurrent}_avx2.cpp ${recurrent}_avx512.cpp
                              PROPERTIES COMPILE_DEFINITIONS FULLGRAPH_X86_LEVELS)
endif()

# At -O2 GCC's default cost model leaves most loops over elements scalar: ten times slower for selects and conversions.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  foreach(source IN LISTS FULLGRAPH_OPS_SOURCES)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/${source}" PROPERTIES COMPILE_OPTIONS -fvect-cost-model=dynamic)
  endforeach()
endif()
