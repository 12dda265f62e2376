"""Reads a page by Python's html.parser: fails on tags, attributes or addresses that a report has no use for, and on
tags that are not closed; prints the text that a reader sees, a piece a line."""
import html.parser
import sys

TAGS = set("html head meta title style body input header h1 h2 p main div b span nav label details summary table thead "
           "tbody tr th td svg g rect text path".split())
VOID = {"meta", "input"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        assert tag in TAGS, f"<{tag}> at {self.getpos()}"
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "href", "style", "action"), f"{name} at {self.getpos()}"
            assert name == "xmlns" or "://" not in (value or ""), f"{name}={value}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        assert tag in ("rect", "path"), f"<{tag}/> at {self.getpos()}"

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data):
        if self.open and self.open[-1] != "style" and data.strip():
            print(data.strip())

    def handle_comment(self, data):
        raise AssertionError(f"comment at {self.getpos()}")


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
assert not page.open, page.open
