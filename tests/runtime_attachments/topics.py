"""What the numbers in the tests' names stand for, and where the library goes its own way."""

from __future__ import annotations

REQUIREMENTS: dict[int, str] = dict(
    enumerate(
        (
            "A reference needs `reference`; its three other texts are optional",
            "One resolver for a runner, none in a request",
            "A reference reaches the resolver unchanged; nobody else opens it",
            "`blob:` addresses are refused unasked",
            "Blank references are refused unasked",
            "Without references, nothing differs",
            "References without a resolver",
            "Everything is checked before the agent starts, also when resuming; nothing is kept",
            "In order, one at a time, once each, up to the first failure",
            "The resolver is asynchronous and gets the whole reference",
            "The resolver knows no file",
            "The resolver raises: words and exception are kept",
            "Exits of the interpreter pass through",
            "Cancelling the start, and a resolver's own cancellation",
            "A time limit for each reference",
            "An answer of another type",
            "Only fully qualified paths",
            "No control characters, only Unicode",
            "Nothing is there",
            "Only regular files, decided before opening",
            "A file that can't be opened",
            "A link to a file is delivered as the link",
            "The delivered path is the checked text",
            "Files are only read",
            "Checks run in a thread; an empty file is a file",
            "All or nothing",
            "Errors name reference, case and place on one line",
            "The block's place and form",
            "One valid object for each reference",
            "Labels: where from, on one line, not too long",
            "Media types are never guessed",
            "Escapes: safe lines that come back exactly",
            "The last block of a prompt is read",
            "Images reach Codex, new or resumed",
            "Other files never reach the command line",
            "What counts as an image",
            "Paths that an agent can't be given",
            "Agents without an image option; prompts by standard input",
            "No shell, and no value becomes an option",
            "No folder is opened unasked",
            "One record opens, one closes",
            "Elapsed milliseconds",
            "What a failure's record says",
            "Records are valid single lines with a level; sinks may fail",
            "Redaction, and what records never hold",
            "Schema, bindings and pages agree",
        ),
        1,
    )
)

ATTACKS: dict[int, str] = dict(
    enumerate(
        (
            "A label that imitates the block",
            "A folder that imitates the block",
            "A media type that imitates the block",
            "Names that make an agent expand `@file`",
            "Hidden and steering characters",
            "A block typed into the prompt",
            "Codex resumes with images",
            "Codex starts with images and nothing behind them",
            "A comma in the path",
            "Names like options",
            "Text that is not Unicode",
            "Control characters in a path",
            "Pipes, sockets, devices, folders",
            "Links: to files, broken, in circles, to folders",
            "Unreadable files, also for root",
            "Resolvers that misbehave",
            "Cancelled at the second of three",
            "The third of three fails",
            "The same reference twice",
            "Very many references, very long texts",
            "Addresses with secrets",
            "References that forge log lines",
            "`blob:` in every spelling",
            "References of megabytes",
            "Media types in every spelling",
            "A text called `.png`",
            "Files that change after the check",
            "Locales",
            "Two starts at once",
            "Sinks that raise, clocks that jump",
            "No attachments",
            "Labels that show nothing",
            "Schema and page drift apart",
            "Paths of Windows",
        ),
        1,
    )
)

DEVIATIONS = (
    (
        "The records of the schema carry their own tag.",
        "The starting schema put `event` into the branches of the union; here it is a property of "
        "each record. The wire is the same, and the classes are called as the records are.",
    ),
    (
        "Texts of records are mended (43, 44).",
        "Lone surrogates become U+FFFD in records, since neither JSON text nor the bindings can "
        "hold them. The error object keeps the reference as it was.",
    ),
    (
        "A redacted record has its own message (43, 45).",
        "The error quotes the reference, so with `redact` the record's message is built with what "
        "`redact` shows, and a resolver's words have the reference replaced in them.",
    ),
    (
        "An error can have several lines (12, 27).",
        "The reference is shown on one line, but a resolver's words are kept unchanged, line ends "
        "included.",
    ),
    (
        "More is escaped than asked for (32).",
        "All of Unicode's ignorable characters are, among them soft hyphens, fillers and variation "
        "selectors, because whatever shows nothing can hide something. Values come back exactly.",
    ),
    (
        "`cancelled` also closes the log on other exits (13, 14, 41).",
        "When the interpreter is told to end while a resolver works, the closing record has this "
        "reason, so that no record stays open.",
    ),
    (
        "Paths are UTF-8 for the system on POSIX, whatever the locale (18, 28).",
        "The agent reads UTF-8 from its prompt; a path that only another encoding can reach is "
        "`missing_file`.",
    ),
    (
        "A path that is too long is `missing_file` (19); a folder that can't be searched gives "
        "`unreadable_file` (21).",
        "Whether something is there can't be known in the second case.",
    ),
    (
        "Network paths on Windows are `invalid_path` unless `allow_unc` is set (17, attack 34).",
        "They are fully qualified, but opening one makes the machine talk to another.",
    ),
    (
        "Antigravity has no target of its own (38).",
        "Its command line was not measured. The test uses a target made up for it: one more "
        "`CliTarget` without images.",
    ),
    (
        "Staging links is in, and off by default (37).",
        "With it, characters that Codex passes to its model unescaped are bridged, too.",
    ),
    (
        "The real Codex is not run (34).",
        "The oracle agrees with each row that was measured with Codex CLI 0.171.0; a test against "
        "the program itself (some 400 MB) is left to whoever updates the oracle.",
    ),
    (
        "`--resume=ID` of Claude and Gemini was not measured (38).",
        "The form with `=` is there so that no id becomes an option; ids that begin with a dash "
        "are refused for all agents.",
    ),
    (
        "The bindings do not enforce `pattern` (1, 29).",
        "They keep lengths and types; what the patterns forbid is checked by the library.",
    ),
)
