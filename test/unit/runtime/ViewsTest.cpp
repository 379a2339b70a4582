// The view functions against chains of PyTorch's, and what sharing storage means.
#include <fullgraph/fullgraph.h>

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

using fg::Tensor;

namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i)
    if (i == text.size() || text[i] == separator) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  return parts;
}

std::vector<int64_t> numbers(const std::string &text) {
  std::istringstream stream(text);
  std::vector<int64_t> values;
  for (int64_t v; stream >> v;)
    values.push_back(v);
  return values;
}

Tensor applyView(const Tensor &x, const std::string &call) {
  const size_t space = call.find(' ');
  const std::string op = call.substr(0, space);
  const std::vector<int64_t> a = space == call.npos ? std::vector<int64_t>() : numbers(call.substr(space));
  if (op == "view")
    return x.view(a);
  if (op == "reshape")
    return x.reshape(a);
  if (op == "permute")
    return x.permute(a);
  if (op == "expand")
    return x.expand(a);
  if (op == "squeeze")
    return x.squeeze(a);
  if (op == "squeeze_all")
    return x.squeeze();
  if (op == "unsqueeze")
    return x.unsqueeze(a.at(0));
  if (op == "select")
    return x.select(a.at(0), a.at(1));
  if (op == "slice")
    return x.slice(a.at(0), a.at(1), a.at(2), a.at(3));
  if (op == "transpose")
    return x.transpose(a.at(0), a.at(1));
  if (op == "flatten")
    return x.flatten(a.at(0), a.at(1));
  if (op == "narrow")
    return x.narrow(a.at(0), a.at(1), a.at(2));
  if (op == "unflatten")
    return x.unflatten(a.at(0), std::vector<int64_t>(a.begin() + 1, a.end()));
  if (op == "movedim")
    return x.movedim(a.at(0), a.at(1));
  if (op == "t")
    return x.t();
  if (op == "chunk")
    return x.chunk(a.at(0), a.at(1)).back();
  if (op == "split")
    return x.split(a.at(0), a.at(1)).back();
  if (op == "repeat")
    return x.repeat(a);
  ADD_FAILURE() << "unknown function " << op;
  return x;
}

std::string message(const std::exception &e) {
  return std::string(e.what()).substr(0, std::string(e.what()).find('\n'));
}

} // namespace

TEST(Views, SameSizesStridesOffsetsAndErrorsAsPyTorch) {
  std::ifstream file(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/views_reference.txt");
  ASSERT_TRUE(file);
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    SCOPED_TRACE(line);
    const std::vector<std::string> fields = split(line, '|');
    Tensor x = fg::zeros(numbers(fields.at(0)));
    std::string error;
    try {
      for (const std::string &call : split(fields.at(1), ';'))
        x = applyView(x, call);
    } catch (const std::runtime_error &e) {
      error = message(e);
    }
    if (fields.size() == 3) {
      EXPECT_EQ(error, fields[2]);
      continue;
    }
    ASSERT_EQ(error, "");
    EXPECT_EQ(x.sizes().vec(), numbers(fields.at(2)));
    EXPECT_EQ(x.strides().vec(), numbers(fields.at(3)));
    EXPECT_EQ(x.storage_offset(), std::stoll(fields.at(4)));
    // The cached facts agree with sizes and strides.
    int64_t numel = 1;
    for (const int64_t size : x.sizes())
      numel *= size;
    EXPECT_EQ(x.numel(), numel);
    EXPECT_EQ(x.is_contiguous(), x.contiguous().is_same(x));
  }
  EXPECT_EQ(lines, 1500);
}

TEST(Views, ShareStorage) {
  const Tensor x = fg::arange(12).view({3, 4});
  const Tensor column = x.select(1, 2);
  EXPECT_TRUE(column.is_alias_of(x));
  column.fill_(-1);
  EXPECT_EQ(x[1][2].item<int64_t>(), -1);
  x[2][2].fill_(7);
  EXPECT_EQ(column[2].item<int64_t>(), 7);
  EXPECT_FALSE(x.clone().is_alias_of(x));
  EXPECT_TRUE(x.detach().is_alias_of(x));
  EXPECT_FALSE(x.detach().is_same(x));
}

TEST(Views, OutliveTheirBase) {
  Tensor row;
  {
    const Tensor x = fg::arange(6).view({2, 3});
    row = x[1];
  }
  EXPECT_EQ(row[0].item<int64_t>(), 3);
  EXPECT_EQ(row.storage_offset(), 3);
}

TEST(Views, ReshapeCopiesOnlyWhereStridesForceIt) {
  const Tensor x = fg::arange(6).view({2, 3});
  EXPECT_TRUE(x.reshape({3, 2}).is_alias_of(x));
  const Tensor y = x.t().reshape({6});
  EXPECT_FALSE(y.is_alias_of(x));
  EXPECT_EQ(y[1].item<int64_t>(), 3);
}

TEST(Views, AtMostEightDims) {
  Tensor x = fg::zeros({1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_THROW(x.unsqueeze(0), fg::Error);
  EXPECT_THROW(x.view({1, 1, 1, 1, 1, 1, 1, 1, 1}), fg::Error);
  EXPECT_THROW(x.expand({1, 1, 1, 1, 1, 1, 1, 1, 1}), fg::Error);
  EXPECT_THROW(fg::zeros({1, 1, 1, 1, 1, 1, 1, 1, 1}), fg::Error);
  EXPECT_EQ(x.squeeze().dim(), 0);
}

TEST(Views, UndefinedTensorsAreRefused) {
  const Tensor none;
  for (const auto f :
       {+[](const Tensor &x) { return x.view({1}); }, +[](const Tensor &x) { return x[0]; },
        +[](const Tensor &x) { return x.unsqueeze(0); }, +[](const Tensor &x) { return x.t(); }})
    EXPECT_THROW(f(none), fg::Error);
}

TEST(Views, PartsCoverTheWhole) {
  const Tensor x = fg::arange(10);
  const std::vector<Tensor> parts = x.split({1, 4, 5});
  EXPECT_TRUE(fg::cat(parts).equal(x));
  EXPECT_EQ(x.chunk(4).size(), 4u);
  EXPECT_EQ(x.chunk(4)[3].numel(), 1);
  EXPECT_EQ(x.split(4).size(), 3u);
  EXPECT_EQ(x.unbind().size(), 10u);
  EXPECT_TRUE(fg::stack(x.unbind()).equal(x));
  EXPECT_EQ(fg::zeros({0, 3}).chunk(3).size(), 3u);
  EXPECT_EQ(fg::zeros({0, 3}).split(3).size(), 1u);
  EXPECT_THROW(x.split({1, 4}), fg::Error);
}

TEST(Views, OfScalars) {
  const Tensor x = fg::full({}, 3);
  EXPECT_TRUE(x.movedim(0, 0).is_alias_of(x));
  EXPECT_EQ(x.T().dim(), 0);
  EXPECT_EQ(x.t().dim(), 0);
  EXPECT_EQ(x.flatten().sizes(), fg::IntArrayRef({1}));
  EXPECT_EQ(x.repeat({2, 2}).sizes(), fg::IntArrayRef({2, 2}));
  EXPECT_THROW(x[0], fg::Error);
  EXPECT_THROW(x.unflatten(0, {1}), fg::Error);
}
