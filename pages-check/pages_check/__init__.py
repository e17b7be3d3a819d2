"""Schema pages compiled and rendered as a site would, and compared with what the schema says.

For maintainers: `python -m pages_check` (make pages-check). Node only renders (`../src`); every
judgement is made here, from the HTML that comes back. The expected text is found without the
emitter's escaping: a twin of the schema has a plain word in place of each description, and the
page must equal the twin's page with each word replaced by its description as CommonMark shows it.
"""
