// The steps of Sugiyama, Tagawa and Toda (1981): layers by longest path, a dummy in each layer that an edge
// passes, orders by barycentres, then coordinates.
#include "lib/Driver/GraphDrawing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>

namespace fullgraph {

namespace {

constexpr double boxHeight = 40, layerGap = 26, siblingGap = 18, margin = 10;
constexpr double titleWidth = 7.8, subtitleWidth = 6.1; // of a letter, at the page's font sizes

struct Item {
  const DrawnNode *node = nullptr; // null: a dummy, where an edge passes
  int layer = 0;
  double width = 0, x = 0; // x: of the centre
  std::vector<size_t> above, below;
};

/// Letters, not bytes: sizes may be named in any script.
size_t letters(const std::string &text) {
  return llvm::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

class Drawing {
public:
  explicit Drawing(const std::vector<DrawnNode> &nodes) : nodes(nodes) {
    makeItems();
    makeEdges();
    order();
    place();
  }

  std::string svg() const {
    double width = 0;
    for (const Item &item : items)
      width = std::max(width, item.x + item.width / 2 + margin);
    const double height = margin * 2 + layers.size() * boxHeight + (layers.size() - 1) * layerGap;
    std::string out = llvm::formatv("<svg viewBox=\"0 0 {0:f0} {1:f0}\" width=\"{0:f0}\" height=\"{1:f0}\" "
                                    "role=\"img\" aria-label=\"graph of {2} operators\">\n",
                                    width, height, llvm::count_if(nodes, [](const DrawnNode &n) {
                                      return n.kind == DrawnNode::Operator;
                                    }));
    for (const Item &item : items)
      for (const size_t to : item.below)
        drawEdge(out, item, items[to]);
    for (const Item &item : items)
      if (item.node)
        drawNode(out, item);
    return out + "</svg>\n";
  }

private:
  const std::vector<DrawnNode> &nodes;
  std::vector<Item> items;
  std::vector<std::pair<size_t, size_t>> edges; // between items that are no dummies
  std::vector<std::vector<size_t>> layers;

  size_t addItem(const DrawnNode *node, int layer) {
    Item item;
    item.node = node;
    item.layer = layer;
    item.width =
        node ? std::max(letters(node->title) * titleWidth, letters(node->subtitle) * subtitleWidth) + 20 : 8;
    items.push_back(std::move(item));
    return items.size() - 1;
  }

  void makeItems() {
    std::vector<int> layerOf(nodes.size(), 0);
    for (size_t i = 0; i < nodes.size(); ++i)
      for (const size_t operand : nodes[i].operands)
        layerOf[i] = std::max(layerOf[i], layerOf[operand] + 1);
    // An operator without tensor operands, or one after inputs alone, is not above the inputs' layer.
    std::vector<size_t> itemOf(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].kind != DrawnNode::Input)
        itemOf[i] = addItem(&nodes[i], std::max(layerOf[i], 1));
    constexpr int near = 3;
    std::map<size_t, std::vector<size_t>> copies; // of an input
    for (size_t i = 0; i < nodes.size(); ++i)
      for (const size_t operand : nodes[i].operands) {
        if (nodes[operand].kind != DrawnNode::Input) {
          edges.emplace_back(itemOf[operand], itemOf[i]);
          continue;
        }
        const int layer = items[itemOf[i]].layer - 1;
        size_t copy = items.size();
        for (const size_t known : copies[operand])
          if (items[known].layer <= layer && layer - items[known].layer < near)
            copy = known;
        if (copy == items.size()) {
          copy = addItem(&nodes[operand], layer);
          copies[operand].push_back(copy);
        }
        edges.emplace_back(copy, itemOf[i]);
      }
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].kind == DrawnNode::Input && !copies.count(i))
        addItem(&nodes[i], 0);
  }

  void makeEdges() {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end()); // x * x
    for (auto [from, to] : edges) {
      size_t last = from;
      for (int layer = items[from].layer + 1; layer < items[to].layer; ++layer) {
        const size_t dummy = addItem(nullptr, layer);
        connect(last, dummy);
        last = dummy;
      }
      connect(last, to);
    }
    for (size_t i = 0; i < items.size(); ++i) {
      if (static_cast<size_t>(items[i].layer) >= layers.size())
        layers.resize(items[i].layer + 1);
      layers[items[i].layer].push_back(i);
    }
  }

  void connect(size_t from, size_t to) {
    items[from].below.push_back(to);
    items[to].above.push_back(from);
  }

  /// Down and up a few times: each layer in the order of its neighbours' middles.
  void order() {
    std::vector<double> position(items.size());
    const auto number = [&](const std::vector<size_t> &layer) {
      for (size_t i = 0; i < layer.size(); ++i)
        position[layer[i]] = static_cast<double>(i);
    };
    for (const auto &layer : layers)
      number(layer);
    for (int round = 0; round < 6; ++round) {
      const bool down = round % 2 == 0;
      for (size_t step = 0; step < layers.size(); ++step) {
        auto &layer = layers[down ? step : layers.size() - 1 - step];
        std::map<size_t, double> middle;
        for (const size_t item : layer) {
          const auto &neighbours = down ? items[item].above : items[item].below;
          double sum = 0;
          for (const size_t neighbour : neighbours)
            sum += position[neighbour];
          middle[item] = neighbours.empty() ? position[item] : sum / neighbours.size();
        }
        llvm::sort(layer, [&](size_t a, size_t b) {
          return std::pair(middle[a], position[a]) < std::pair(middle[b], position[b]);
        });
        number(layer);
      }
    }
  }

  /// Each item wants to stand in the middle of its neighbours; the order and the gaps are kept. Inputs follow
  /// the operators that they belong to: weights shall not push a chain of operators aside.
  void place() {
    for (const auto &layer : layers) {
      double x = 0;
      for (const size_t item : layer) {
        items[item].x = x + items[item].width / 2;
        x += items[item].width + siblingGap;
      }
    }
    for (int round = 0; round < 12; ++round)
      for (size_t step = 0; step < layers.size(); ++step) {
        const bool down = round % 2 == 0;
        placeLayer(layers[down ? step : layers.size() - 1 - step], down);
      }
    double left = 0;
    for (const Item &item : items)
      left = std::min(left, item.x - item.width / 2);
    for (Item &item : items)
      item.x += margin - left;
  }

  bool isInput(size_t item) const { return items[item].node && items[item].node->kind == DrawnNode::Input; }

  double wantedPlace(const Item &item, bool down) const {
    double sum = 0;
    int number = 0;
    for (const size_t neighbour : down ? item.above : item.below)
      if (!isInput(neighbour)) {
        sum += items[neighbour].x;
        ++number;
      }
    return number == 0 ? item.x : sum / number;
  }

  void placeLayer(const std::vector<size_t> &layer, bool down) {
    // The least distance between neighbours is kept by that of their offsets.
    std::vector<double> offset(layer.size(), 0), x(layer.size());
    std::vector<size_t> fixed; // positions of what is no input
    for (size_t i = 0; i < layer.size(); ++i) {
      if (i > 0)
        offset[i] = offset[i - 1] + (items[layer[i - 1]].width + items[layer[i]].width) / 2 + siblingGap;
      x[i] = wantedPlace(items[layer[i]], down);
      if (!isInput(layer[i]))
        fixed.push_back(i);
    }
    // From the left and from the right, each pushed only as far as it must; the mean of both keeps distances,
    // too.
    std::vector<double> fromLeft = x, fromRight = x;
    for (size_t i = 1; i < fixed.size(); ++i)
      fromLeft[fixed[i]] =
          std::max(x[fixed[i]], fromLeft[fixed[i - 1]] + offset[fixed[i]] - offset[fixed[i - 1]]);
    for (size_t i = fixed.size(); i-- > 1;)
      fromRight[fixed[i - 1]] =
          std::min(x[fixed[i - 1]], fromRight[fixed[i]] - (offset[fixed[i]] - offset[fixed[i - 1]]));
    for (const size_t i : fixed)
      x[i] = (fromLeft[i] + fromRight[i]) / 2;
    // Inputs take the room that is left: behind what stands before them, and in front of the next one.
    for (size_t i = 0, next = 0; i < layer.size(); ++i) {
      while (next < fixed.size() && fixed[next] < i)
        ++next;
      if (isInput(layer[i])) {
        if (next < fixed.size())
          x[i] = std::min(x[i], x[fixed[next]] - (offset[fixed[next]] - offset[i]));
        if (i > 0)
          x[i] = std::max(x[i], x[i - 1] + offset[i] - offset[i - 1]);
      }
      items[layer[i]].x = x[i];
    }
  }

  static double top(const Item &item) { return margin + item.layer * (boxHeight + layerGap); }

  static void drawEdge(std::string &out, const Item &from, const Item &to) {
    const double y0 = top(from) + boxHeight, y1 = top(to), bend = (y1 - y0) / 2;
    out += llvm::formatv("<path class=\"edge\" d=\"M{0:f1} {1:f1}C{0:f1} {2:f1} {3:f1} {4:f1} {3:f1} {5:f1}",
                         from.x, y0, y0 + bend, to.x, y1 - bend, y1);
    if (!to.node) // through the dummy's box
      out += llvm::formatv("V{0:f1}", y1 + boxHeight);
    out += to.node ? "\" marker-end=\"url(#arrow)\"/>\n" : "\"/>\n";
  }

  static void drawNode(std::string &out, const Item &item) {
    static const char *const kinds[] = {"input", "operator", "output"};
    const DrawnNode &node = *item.node;
    out += llvm::formatv(
        "<g class=\"node-{0}\"><title>{1}</title><rect x=\"{2:f1}\" y=\"{3:f1}\" width=\"{4:f1}\" "
        "height=\"{5:f0}\" rx=\"{6}\"/>",
        kinds[node.kind], escapeHtml(node.tooltip), item.x - item.width / 2, top(item), item.width, boxHeight,
        node.kind == DrawnNode::Operator ? 6 : 20);
    out += llvm::formatv("<text class=\"title\" x=\"{0:f1}\" y=\"{1:f1}\">{2}</text>", item.x,
                         top(item) + (node.subtitle.empty() ? 25 : 17), escapeHtml(node.title));
    if (!node.subtitle.empty())
      out += llvm::formatv("<text class=\"subtitle\" x=\"{0:f1}\" y=\"{1:f1}\">{2}</text>", item.x,
                           top(item) + 32, escapeHtml(node.subtitle));
    out += "</g>\n";
  }
};

} // namespace

std::string drawGraph(const std::vector<DrawnNode> &nodes) {
  return nodes.empty() ? "" : Drawing(nodes).svg();
}

std::string escapeHtml(const std::string &text) {
  std::string out;
  for (const char c : text)
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  return out;
}

} // namespace fullgraph
