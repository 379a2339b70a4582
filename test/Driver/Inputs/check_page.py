"""check_page.py <page.html> <graphs>: does the page need nothing else, and are its drawings right?

Each box lies in its drawing, no two overlap, and each edge leads down from a box, or the place of a dummy, to one."""
import html.parser
import re
import sys
import xml.etree.ElementTree

with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()
for outside in ("http:", "https:", "<script", "<link", "src=", "@import", "url(//"):
    assert outside not in page, outside
assert 'name="viewport"' in page and "prefers-color-scheme: dark" in page


class Ids(html.parser.HTMLParser):
    ids, links = set(), set()

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                assert value not in self.ids, value
                self.ids.add(value)
            if name == "href":
                assert value.startswith("#"), value
                self.links.add(value[1:])


parser = Ids()
parser.feed(page)
assert parser.links and parser.links <= parser.ids, parser.links - parser.ids

drawings = re.findall(r"<svg viewBox.*?</svg>", page, re.S)
assert len(drawings) == int(sys.argv[2]), len(drawings)
for drawing in drawings:
    svg = xml.etree.ElementTree.fromstring(drawing)
    _, _, width, height = map(float, svg.get("viewBox").split())
    boxes = []
    for rect in svg.iter("rect"):
        x, y, w, h = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
        assert 0 <= x and 0 <= y and x + w <= width and y + h <= height, (x, y, w, h, width, height)
        for (x2, y2, w2, h2) in boxes:
            assert y != y2 or x + w <= x2 or x2 + w2 <= x, "two boxes overlap"
        boxes.append((x, y, w, h))
    assert boxes
    ends = 0
    for path in svg.iter("path"):
        numbers = [float(n) for n in re.findall(r"-?[0-9.]+", path.get("d"))]
        assert numbers[1] < numbers[7], "an edge leads up"
        if path.get("marker-end"):
            ends += 1
            x, y = numbers[6:8]
            assert any(abs(bx + bw / 2 - x) < 0.2 and abs(by - y) < 0.2 for (bx, by, bw, _) in boxes), (x, y)
    assert ends >= len(boxes) - sum(1 for g in svg.iter("g") if g.get("class") == "node-input")
