# Writes the functions that run an operator where its tensors are: runtime/core/eager/anywhere.h says how. Run by the
# build of libfullgraph.a, with -D OPS=<ops.h> -D OUT=<folder> -D EAGER=<the sources that define operators, with +
# between>.
#
# For a declaration of ops.h, `Tensor add(const Tensor &self, ...);`, it writes fg::add, which calls fg::host::add. So
# an operator without a definition in fg::host does not link. The functions go into a file for each source of EAGER,
# <OUT>/<its name>, so that what a linker takes of an archive stays small: it takes the file that has add, and with it
# binary_arithmetic.cpp, and no other operators. Where an operator is defined is found by its name, in a definition or
# as a macro's first argument. What is not found goes to the last source's file, which costs a larger link at most.

cmake_policy(VERSION 3.25)

# These are defined in fg itself. Views and what looks at sizes only never touch a tensor's elements, and copies know
# devices.
set(native
  alias as_strided check_shape clone contiguous copy_ expand from_blob full_like main_diagonal manual_seed permute
  random_key reshape select slice squeeze to unsqueeze view view_as_complex view_as_real)
# The tensors of these names, which say where, may be on the CPU whatever device the others are on.
set(indices condition index indices mask)

string(REPLACE "+" ";" EAGER "${EAGER}")
foreach(source IN LISTS EAGER)
  get_filename_component(file "${source}" NAME)
  list(APPEND files "${file}")
  set(last "${file}")
  set("text_${file}" "")
  file(READ "${source}" text)
  string(REGEX MATCHALL "\n(Tensor|std::tuple<[^>\n]*>) &?[a-z0-9_]+\\(|\nFG_[A-Z0-9_]+\\([a-z0-9_]+" definitions "${text}")
  foreach(definition IN LISTS definitions)
    string(REGEX MATCH "[a-z0-9_]+\\(?$" name "${definition}")
    string(REPLACE "(" "" name "${name}")
    set("home_of_${name}" "${file}")
  endforeach()
endforeach()

file(READ "${OPS}" text)
string(REGEX REPLACE "//[^\n]*" "" text "${text}")
string(REGEX REPLACE "\n#[^\n]*" "" text "${text}")
string(REGEX REPLACE "namespace fg {|\n}" "" text "${text}")
string(REGEX REPLACE "[ \n]+" " " declarations "${text}") # a list: they end with ";"
foreach(declaration IN LISTS declarations)
  string(STRIP "${declaration}" declaration)
  if(declaration STREQUAL "")
    continue()
  endif()
  if(NOT declaration MATCHES "^([^(]*[ &])([a-z0-9_]+)\\((.*)\\)$")
    message(FATAL_ERROR "${OPS}: not the declaration of an operator: ${declaration}")
  endif()
  set(result "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")
  string(REGEX REPLACE " = [^,]*" "" parameters "${CMAKE_MATCH_3}")
  if(name IN_LIST native)
    continue()
  endif()
  set(arguments "")
  string(REPLACE "," ";" each "${parameters}")
  foreach(parameter IN LISTS each)
    string(REGEX MATCH "[A-Za-z0-9_]+$" argument "${parameter}")
    if(argument IN_LIST indices)
      set(argument "Index{${argument}}")
    endif()
    string(APPEND arguments ", ${argument}")
  endforeach()

  if(DEFINED "home_of_${name}")
    set(file "${home_of_${name}}")
  else()
    string(REGEX REPLACE "_$" "" base "${name}") # in-place forms are made by the macro of the operator
    if(DEFINED "home_of_${base}")
      set(file "${home_of_${base}}")
    else()
      set(file "${last}")
      message(STATUS "fullgraph: the source of operator ${name} was not found")
    endif()
  endif()
  string(APPEND "text_${file}"
         "namespace host {\n${result}${name}(${parameters});\n}\n"
         "${result}${name}(${parameters}) {\n"
         "  ${result}(*const function)(${parameters}) = host::${name};\n"
         "  return anywhere(function, \"${name}\"${arguments});\n"
         "}\n")
endforeach()

foreach(file IN LISTS files)
  file(WRITE "${OUT}/${file}"
       "// Made of ops.h by cmake/FullgraphAnywhere.cmake.\n#include \"runtime/core/eager/anywhere.h\"\n\n"
       "namespace fg {\n\nusing namespace detail;\n\n${text_${file}}\n} // namespace fg\n")
endforeach()
