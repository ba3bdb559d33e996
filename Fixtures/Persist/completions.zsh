#compdef persist
# Completions of persist for zsh, by persist --generate-completions.

_persist() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C \
    '(-h --help)'{-h,--help}'[Shows this help]' \
    '(--version)--version[Shows the version of the program]' \
    '(--color --no-color)--color[Uses colors even without a terminal]' \
    '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
    '(--generate-completions)--generate-completions=[Prints a script that completes verbs and options in bash, zsh or fish]:SHELL:(bash zsh fish)' \
    '(--generate-manual)--generate-manual[Prints the manual page, for man]' \
    '(-)1:verb:->verb' \
    '(-)*::argument:->argument' && return
  case $state in
  verb)
    local -a verbs=(
      'info:Show what a store consists of'
      'schema:Show the recorded model'
      'show:Show objects with all their properties'
      'follow:Follow references from an object'
      'sql:Run a query that only reads'
      'check:Check whether a store is sound'
      'diff:Compare two stores'
      'checksum:Hash the content of a store'
      'report:Write a report that opens in any browser'
      'export:Export objects as NDJSON'
      'load:Load objects from NDJSON'
      'copy:Copy a store to another database'
      'generate:Generate classes with the generation gap'
      'import:Import a file of SQLite Persistent Objects or another database'
      'help:Show help for the program or for a verb'
    )
    _describe -t verbs verb verbs
    ;;
  argument)
    case $words[1] in
    info)
      _arguments \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files'
      ;;
    schema)
      _arguments \
        '(--swift --sql --json)--swift[Prints Swift declarations that open the file with nothing pending]' \
        '(--swift --sql --json)--sql[Prints the statements that create its tables and indices]' \
        '(--swift --sql --json)--json[Prints the model as JSON, as generate reads it]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files' \
        '2:CLASS:_persist_classes'
      ;;
    show)
      _arguments \
        '(--where)--where=[Shows only objects that meet the criteria, as in "born < '\''1970-01-01'\''"]:CRITERIA:' \
        '*--order=[Sorts by the property, or in descending order with a dash before it]:PROPERTY:' \
        '(--limit)--limit=[Stops after N objects]:N:' \
        '(--depth)--depth=[Shows the objects that references lead to, up to N steps away]:N:' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files' \
        '2:CLASS:_persist_classes' \
        '3:KEY:'
      ;;
    follow)
      _arguments \
        '(--referrers)--referrers[Also lists the objects that refer to each object reached]' \
        '(--limit)--limit=[Stops after N objects, and with --referrers after N for each of them]:N:' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files' \
        '2:CLASS#KEY.property…:'
      ;;
    sql)
      _arguments \
        '*--parameter=[Gives a value to \:NAME in the query\: a number, a text, or x'\''00ff'\'', NULL or '\''12'\'' as in SQL]:NAME=VALUE:' \
        '(--decode)--decode[Reads columns of known tables by their codecs]' \
        '(--limit)--limit=[Stops after N rows]:N:' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files' \
        '2:QUERY:'
      ;;
    check)
      _arguments \
        '(--deep)--deep[Reads every cell by its codec, every reference, position and counter]' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files'
      ;;
    diff)
      _arguments \
        '(--data)--data[Also compares objects by key\: added, gone, and changed with both values]' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:A:_files' \
        '2:B:_files'
      ;;
    checksum)
      _arguments \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files' \
        '2:CLASS:_persist_classes'
      ;;
    report)
      _arguments \
        '(-o --output)'{-o+,--output=}'[The file to write; - is the standard output]:HTML:_files' \
        '(--rows)--rows=[Shows N sample objects of each class, while there is room]:N:' \
        '(--size)--size=[Keeps the report below this many megabytes, whatever the size of the store]:MB:' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files'
      ;;
    export)
      _arguments \
        '(-o --output)'{-o+,--output=}'[The file to write]:FILE:_files' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files' \
        '*:CLASS:_persist_classes'
      ;;
    load)
      _arguments \
        '(--resume)--resume[Commits in batches, and continues after the last one that was committed]' \
        '(--batch)--batch=[With --resume, the number of objects in a batch]:N:' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FILE:_files' \
        '2:INPUT:_files'
      ;;
    copy)
      _arguments \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:FROM:_files' \
        '2:TO:_files'
      ;;
    generate)
      _arguments \
        '(-o --output)'{-o+,--output=}'[The folder of the Swift files]:FOLDER:_files -/' \
        '(--check)--check[Writes nothing, and exits with 1 if something would change]' \
        '(--templates)--templates=[Uses templates from the folder instead of the built-in ones]:FOLDER:_files -/' \
        '*--omit=[Leaves a table of another program'\''s database out, such as one of its migrations]:TABLE:' \
        '(--prune)--prune[Removes machine files whose class is gone]' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:INPUT:_files'
      ;;
    import)
      _arguments \
        '(--zone)--zone=[The time zone in which the old program wrote its dates, as in Europe/Berlin]:ZONE:' \
        '(--map)--map=[Takes names of classes and properties from the file]:JSON:_files' \
        '*--omit=[Leaves a table of another program'\''s database out, such as one of its migrations]:TABLE:' \
        '(--dry-run)--dry-run[Writes nothing, and shows what would be imported, with every doubt]' \
        '(--json --ndjson --csv)--json[Prints a JSON array of objects]' \
        '(--json --ndjson --csv)--ndjson[Prints one JSON object a line]' \
        '(--json --ndjson --csv)--csv[Prints comma-separated values (RFC 4180)]' \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:OLD:_files' \
        '2:NEW:_files'
      ;;
    help)
      _arguments \
        '(--color --no-color)--color[Uses colors even without a terminal]' \
        '(--color --no-color)--no-color[Uses no colors; the default without a terminal and with NO_COLOR]' \
        '(-h --help)'{-h,--help}'[Shows this help]' \
        '1:VERB:(info schema show follow sql check diff checksum report export load copy generate import help)'
      ;;
    esac
    ;;
  esac
}

# Completes the classes of the file that is the first argument. ${~file} would run what the
# file's name has as a glob qualifier.
_persist_classes() {
  local file=${(Q)line[1]}
  local -a classes=(${(f)"$(persist --complete-classes "${file/#\~/$HOME}" 2>/dev/null)"})
  compadd -a classes
}

# Loaded by the completion system, the function is called; sourced, it is registered.
if [[ $funcstack[1] == _persist ]]; then
  _persist "$@"
else
  compdef _persist persist
fi
