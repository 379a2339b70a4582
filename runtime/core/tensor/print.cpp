// operator<< as ATen prints: a column width and a common scale for all values, matrices in blocks of columns
// that fit 80 characters, further dims as "(1,2,.,.) = " in front of each matrix.
#include "runtime/core/tensor/impl.h"

#include <fullgraph/ops.h>

#include <charconv>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>
#include <ostream>
#include <string>

namespace fg {

namespace {

class KeepFormat {
public:
  explicit KeepFormat(std::ostream &stream) : stream(stream), saved(nullptr) { saved.copyfmt(stream); }
  ~KeepFormat() { stream.copyfmt(saved); }

private:
  std::ostream &stream;
  std::ios saved;
};

struct Format {
  double scale = 1;
  int width = 0;
};

int digits(double magnitude) { return magnitude == 0 ? 1 : int(std::floor(std::log10(magnitude))) + 1; }

/// Width and scale for all values, and the stream's number format.
Format chooseFormat(std::ostream &stream, const double *values, int64_t count) {
  if (count == 0)
    return {1, 0};
  double lowest = std::numeric_limits<double>::infinity(), highest = 0;
  bool integers = true, anyFinite = false;
  for (int64_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i]))
      continue;
    const double magnitude = std::fabs(values[i]);
    integers &= std::ceil(values[i]) == values[i];
    lowest = std::fmin(lowest, magnitude);
    highest = std::fmax(highest, magnitude);
    anyFinite = true;
  }
  const int low = anyFinite ? digits(lowest) : 1, high = anyFinite ? digits(highest) : 1;
  if (integers) {
    if (high > 9) {
      stream << std::scientific << std::setprecision(4);
      return {1, 11};
    }
    stream << std::defaultfloat;
    return {1, high + 1};
  }
  if (high - low > 4) {
    stream << std::scientific << std::setprecision(4);
    return {1, std::abs(high) > 99 || std::abs(low) > 99 ? 12 : 11};
  }
  stream << std::fixed << std::setprecision(4);
  if (high > 5 || high < 0)
    return {std::pow(10.0, high - 1), 7};
  return {1, high == 0 ? 7 : high + 6};
}

/// The fewest digits that read back as `value`; an exponent only where it is below -4 or above 15.
std::string shortest(double value) {
  const double magnitude = std::fabs(value);
  const bool fixed = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 fixed ? std::chars_format::fixed : std::chars_format::scientific);
  return std::string(text, end.ptr);
}

void printScale(std::ostream &stream, double scale) { stream << shortest(scale) << " *\n"; }

void printMatrix(std::ostream &stream, const double *values, int64_t rows, int64_t columns, int indent) {
  KeepFormat keep(stream);
  const auto margin = [&] { stream << std::string(size_t(indent), ' '); };
  const Format format = chooseFormat(stream, values, rows * columns);
  const int64_t perBlock = std::max<int64_t>(1, (80 - indent) / (format.width + 1));
  for (int64_t first = 0; first < columns; first += perBlock) {
    const int64_t end = std::min(first + perBlock, columns);
    if (perBlock < columns) {
      if (first != 0)
        stream << '\n';
      stream << "Columns " << first + 1 << " to " << end;
      margin();
    }
    if (format.scale != 1) {
      printScale(stream, format.scale);
      margin();
    }
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = first; c < end; ++c)
        stream << std::setw(format.width) << values[r * columns + c] / format.scale
               << (c + 1 < end ? ' ' : '\n');
      if (r + 1 < rows) {
        if (format.scale != 1)
          stream << ' ';
        margin();
      }
    }
  }
}

void printMatrices(std::ostream &stream, const Tensor &values) {
  const int64_t rank = values.dim(), rows = values.size(-2), columns = values.size(-1);
  const int64_t matrices = values.numel() / std::max<int64_t>(1, rows * columns);
  const double *data = values.const_data_ptr<double>();
  for (int64_t m = 0; m < matrices && values.numel() > 0; ++m) {
    if (m != 0)
      stream << '\n';
    // The place of this matrix, the leading dims' positions counted from 1.
    int64_t position[detail::maxRank], rest = m;
    for (int64_t d = rank - 3; d >= 0; --d) {
      position[d] = rest % values.size(d) + 1;
      rest /= values.size(d);
    }
    stream << '(';
    for (int64_t d = 0; d < rank - 2; ++d)
      stream << position[d] << ',';
    stream << ".,.) = \n";
    printMatrix(stream, data + m * rows * columns, rows, columns, 1);
  }
}

} // namespace

std::ostream &operator<<(std::ostream &stream, const Tensor &tensor) {
  KeepFormat keep(stream);
  if (!tensor.defined())
    return stream << "[ Tensor (undefined) ]";
  if (tensor.is_complex()) { // the parts of each number side by side, in dtype and sizes of the numbers
    stream << "real and imaginary parts:\n" << view_as_real(tensor) << "\nof [ " << tensor.toString() << '{';
    for (int64_t d = 0; d < tensor.dim(); ++d)
      stream << (d ? "," : "") << tensor.size(d);
    return stream << "} ]";
  }
  const Tensor values = detail::onHost(tensor).to(kDouble).contiguous();
  const double *data = values.const_data_ptr<double>();
  if (tensor.dim() == 0) {
    stream << shortest(*data) << '\n';
  } else if (tensor.dim() == 1) {
    const Format format = chooseFormat(stream, data, values.numel());
    if (format.scale != 1)
      printScale(stream, format.scale);
    for (int64_t i = 0; i < values.numel(); ++i)
      stream << std::setw(format.width) << data[i] / format.scale << '\n';
  } else if (tensor.dim() == 2) {
    if (values.numel() > 0)
      printMatrix(stream, data, values.size(0), values.size(1), 0);
  } else {
    printMatrices(stream, values);
  }
  stream << "[ " << tensor.toString() << '{';
  for (int64_t d = 0; d < tensor.dim(); ++d)
    stream << (d ? "," : "") << tensor.size(d);
  return stream << "} ]";
}

std::ostream &operator<<(std::ostream &stream, const Scalar &scalar) {
  if (scalar.isBoolean())
    return stream << (scalar.toBool() ? "true" : "false");
  return scalar.isFloatingPoint() ? stream << scalar.toDouble() : stream << scalar.toLong();
}

std::ostream &operator<<(std::ostream &stream, IntArrayRef sizes) {
  stream << '[';
  for (size_t i = 0; i < sizes.size(); ++i)
    stream << (i ? ", " : "") << sizes[i];
  return stream << ']';
}

std::ostream &operator<<(std::ostream &stream, ScalarType dtype) { return stream << toString(dtype); }

std::string Device::str() const {
  return std::string(is_cpu()    ? "cpu"
                     : is_cuda() ? "cuda"
                                 : "opencl") +
         (has_index() ? ":" + std::to_string(index()) : "");
}
std::ostream &operator<<(std::ostream &stream, Device device) { return stream << device.str(); }

std::string Tensor::toString() const {
  if (!defined())
    return "UndefinedType";
  return std::string(is_cpu() ? "CPU" : is_cuda() ? "CUDA" : "OpenCL") + fg::toString(scalar_type()) + "Type";
}
void Tensor::print() const {
  if (defined())
    std::cout << '[' << toString() << ' ' << sizes() << "]\n";
  else
    std::cout << "[UndefinedTensor]\n";
}

} // namespace fg
