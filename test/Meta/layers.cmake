# A folder includes only what docs/architecture.md lets it.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

# A graph's nodes point to their operators' schemas, so these two are one layer.
set(allowed_Graph Graph Ops)
set(allowed_Ops Graph Ops)
set(allowed_Shapes Graph Ops Shapes)
set(allowed_Passes Graph Ops Shapes Passes)
set(allowed_Fusion Graph Ops Shapes Passes Fusion)
set(allowed_Program Graph Ops Shapes Passes Fusion Program)
set(allowed_Lower Graph Ops Shapes Passes Fusion Lower)
set(allowed_Breaks Breaks)
set(allowed_Frontend Graph Breaks Frontend)
set(allowed_Capture Graph Ops Shapes Breaks Frontend Capture)
set(allowed_Emit Graph Ops Shapes Passes Fusion Program Lower Breaks Frontend Capture Emit)

foreach(folder Graph Ops Shapes Passes Fusion Program Lower Breaks Frontend Capture Emit Driver)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/lib/${folder}/*.h" "${ROOT}/lib/${folder}/*.cpp")
  foreach(file IN LISTS files)
    file(STRINGS "${ROOT}/${file}" includes REGEX "^ *# *include")
    foreach(line IN LISTS includes)
      if(line MATCHES "[<\"]lib/([A-Za-z]+)/" AND DEFINED allowed_${folder} AND
         NOT (folder STREQUAL "Frontend" AND line MATCHES "\"lib/Lower/Backends.def\"")) # names, and no code
        if(NOT CMAKE_MATCH_1 IN_LIST allowed_${folder})
          problem("${file}: includes lib/${CMAKE_MATCH_1}")
        endif()
      endif()
      # Behind lib/Lower/Backend.h each backend is a folder of its own.
      if(line MATCHES "[<\"]lib/Lower/([A-Za-z]+)/")
        set(backend "lib/Lower/${CMAKE_MATCH_1}")
        if(NOT file MATCHES "^${backend}/")
          problem("${file}: includes ${backend}, which is behind lib/Lower/Backend.h")
        endif()
      endif()
      if(line MATCHES "[<\"]clang/" AND folder MATCHES "^(Graph|Ops|Shapes|Passes|Fusion|Program|Lower)$")
        problem("${file}: includes clang's headers")
      endif()
      if(line MATCHES "[<\"]Halide" AND NOT file MATCHES "^lib/Lower/Halide/")
        problem("${file}: includes Halide's headers, which is for lib/Lower/Halide alone")
      endif()
      if(line MATCHES "[<\"]runtime/")
        problem("${file}: includes the runtime")
      endif()
    endforeach()
  endforeach()
endforeach()

# Outside of the tree of layers: the run-time compiler, tests and benchmarks.
file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/runtime/*.h" "${ROOT}/runtime/*.cpp" "${ROOT}/test/*.h"
     "${ROOT}/test/*.cpp" "${ROOT}/bench/*.h" "${ROOT}/bench/*.cpp")
foreach(file IN LISTS files)
  file(STRINGS "${ROOT}/${file}" includes REGEX "^ *# *include +[<\"]lib/Lower/[A-Za-z]+/")
  foreach(line IN LISTS includes)
    problem("${file}: includes what is behind lib/Lower/Backend.h")
  endforeach()
endforeach()

file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/runtime/core/*.h" "${ROOT}/runtime/core/*.cpp"
     "${ROOT}/include/fullgraph/*.h" "${ROOT}/include/fullgraph/*.cpp")
foreach(file IN LISTS files)
  file(STRINGS "${ROOT}/${file}" includes REGEX "^ *# *include")
  foreach(line IN LISTS includes)
    if(line MATCHES "[<\"](lib/|llvm/|clang/|Halide)")
      problem("${file}: includes ${CMAKE_MATCH_1}...: programs have neither")
    endif()
    if(file MATCHES "^include/" AND line MATCHES "[<\"]runtime/")
      problem("${file}: a public header includes one that is not installed")
    endif()
  endforeach()
endforeach()
# What a backend's name means is a row of lib/Lower/Backends.def: a name that is compared elsewhere is a backend that
# the next one's author does not find.
file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/lib/*.h" "${ROOT}/lib/*.cpp" "${ROOT}/runtime/*.h"
     "${ROOT}/runtime/*.cpp")
foreach(file IN LISTS files)
  file(STRINGS "${ROOT}/${file}" comparisons REGEX "[bB]ackend *[!=]= *\"")
  if(comparisons AND NOT file MATCHES "^lib/Capture/Functions.cpp$") # its one is to go
    problem("${file}: compares a backend's name: ask backendKind() (lib/Frontend/Backends.h)")
  endif()
endforeach()
report("Includes across layers")
