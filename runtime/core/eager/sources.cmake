# The sources of the eager operators, relative to the repository's root.
set(FULLGRAPH_OPS_SOURCES
  runtime/core/eager/activations.cpp
  runtime/core/eager/anywhere.cpp
  runtime/core/eager/arg_reductions.cpp
  runtime/core/eager/binary_arithmetic.cpp
  runtime/core/eager/binary_math.cpp
  runtime/core/eager/bitwise.cpp
  runtime/core/eager/cat.cpp
  runtime/core/eager/checks.cpp
  runtime/core/eager/compare.cpp
  runtime/core/eager/complex.cpp
  runtime/core/eager/contraction.cpp
  runtime/core/eager/convert.cpp
  runtime/core/eager/convolution.cpp
  runtime/core/eager/copy.cpp
  runtime/core/eager/counting.cpp
  runtime/core/eager/creation.cpp
  runtime/core/eager/decompositions.cpp
  runtime/core/eager/fourier.cpp
  runtime/core/eager/gemm.cpp
  runtime/core/eager/indexing.cpp
  runtime/core/eager/linalg.cpp
  runtime/core/eager/loop_nest.cpp
  runtime/core/eager/pointwise.cpp
  runtime/core/eager/pooling.cpp
  runtime/core/eager/recurrent.cpp
  runtime/core/eager/reduction.cpp
  runtime/core/eager/reductions.cpp
  runtime/core/eager/scans.cpp
  runtime/core/eager/scatters.cpp
  runtime/core/eager/sequences.cpp
  runtime/core/eager/softmax.cpp
  runtime/core/eager/sorting.cpp
  runtime/core/eager/ternary.cpp
  runtime/core/eager/unary_basic.cpp
  runtime/core/eager/unary_math.cpp
)

# Operators that programs call as they call kernels: functions over buffers, without the rest of the runtime.
set(FULLGRAPH_LIBRARY_SOURCES
  runtime/core/library/blocked_factors.cpp
  runtime/core/library/decompositions.cpp
  runtime/core/library/factors_avx2.cpp
  runtime/core/library/factors_avx512.cpp
  runtime/core/library/factors_baseline.cpp
  runtime/core/library/fourier.cpp
  runtime/core/library/fourier_avx2.cpp
  runtime/core/library/fourier_avx512.cpp
  runtime/core/library/fourier_baseline.cpp
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
set(eigen -isystem "${FULLGRAPH_EIGEN_INCLUDE_DIR}")
# Multiplications of complex numbers are the formula, without a second look at results that are not numbers.
set_source_files_properties("${library}/fourier.cpp" PROPERTIES COMPILE_OPTIONS "${eigen};-fcx-limited-range")
set_source_files_properties("${library}/decompositions.cpp" "${library}/linalg.cpp" PROPERTIES COMPILE_OPTIONS "${eigen}")

# The hot loops of recurrent_steps, factors of matrices, and Fourier transforms, for the levels of the processor between
# which they choose at run time. Their vectors are never passed between functions of different levels, which -Wpsabi warns of.
set(recurrent_options -ffp-contract=fast -Wno-psabi)
set(factors_options -ffp-contract=fast -Wno-psabi)
set(fourier_options -ffp-contract=fast -Wno-psabi)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND NOT CMAKE_OSX_ARCHITECTURES)
  set(levels_of_x86 ON)
endif()
foreach(loops recurrent factors fourier)
  set(options ${${loops}_options})
  set_source_files_properties(${library}/${loops}_baseline.cpp PROPERTIES COMPILE_OPTIONS "${options}")
  if(levels_of_x86)
    set_source_files_properties(${library}/${loops}_avx2.cpp PROPERTIES COMPILE_OPTIONS "${options};-mavx2;-mfma"
                                                             COMPILE_DEFINITIONS FULLGRAPH_X86_LEVELS)
    set_source_files_properties(${library}/${loops}_avx512.cpp
                                PROPERTIES COMPILE_OPTIONS "${options};-mavx512f;-mavx512dq;-mavx2;-mfma"
                                           COMPILE_DEFINITIONS FULLGRAPH_X86_LEVELS)
  endif()
endforeach()
if(levels_of_x86)
  set_source_files_properties(${library}/recurrent.cpp ${library}/linalg.cpp ${library}/fourier.cpp ${library}/scatters.cpp
                              PROPERTIES COMPILE_DEFINITIONS FULLGRAPH_X86_LEVELS)
endif()

# At -O2 GCC's default cost model leaves most loops over elements scalar: ten times slower for selects and conversions.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  foreach(source IN LISTS FULLGRAPH_OPS_SOURCES)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/${source}" PROPERTIES COMPILE_OPTIONS -fvect-cost-model=dynamic)
  endforeach()
endif()
