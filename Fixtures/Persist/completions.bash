# Completions of persist for bash, by persist --generate-completions.

# Says what may follow a verb: its options, those with a value, the kinds of its arguments.
_persist_verb() {
  case $1 in
    '')
      options='-h --help --version --color --no-color --generate-completions --generate-manual'
      valued='--generate-completions --complete-classes'
      kinds=''
      ;;
    'info')
      options='--json --ndjson --csv --color --no-color -h --help'
      valued=''
      kinds='file'
      ;;
    'schema')
      options='--swift --sql --json --color --no-color -h --help'
      valued=''
      kinds='file class'
      ;;
    'show')
      options='--where --order --limit --depth --json --ndjson --csv --color --no-color -h --help'
      valued='--where --order --limit --depth'
      kinds='file class text'
      ;;
    'follow')
      options='--referrers --limit --json --ndjson --csv --color --no-color -h --help'
      valued='--limit'
      kinds='file text'
      ;;
    'sql')
      options='--parameter --decode --limit --json --ndjson --csv --color --no-color -h --help'
      valued='--parameter --limit'
      kinds='file text'
      ;;
    'check')
      options='--deep --json --ndjson --csv --color --no-color -h --help'
      valued=''
      kinds='file'
      ;;
    'diff')
      options='--data --json --ndjson --csv --color --no-color -h --help'
      valued=''
      kinds='file file'
      ;;
    'checksum')
      options='--json --ndjson --csv --color --no-color -h --help'
      valued=''
      kinds='file class'
      ;;
    'report')
      options='-o --output --rows --size --color --no-color -h --help'
      valued='-o --output --rows --size'
      kinds='file'
      ;;
    'export')
      options='-o --output --color --no-color -h --help'
      valued='-o --output'
      kinds='file class...'
      ;;
    'load')
      options='--resume --batch --json --ndjson --csv --color --no-color -h --help'
      valued='--batch'
      kinds='file file'
      ;;
    'copy')
      options='--json --ndjson --csv --color --no-color -h --help'
      valued=''
      kinds='file file'
      ;;
    'generate')
      options='-o --output --check --templates --omit --prune --json --ndjson --csv --color --no-color -h --help'
      valued='-o --output --templates --omit'
      kinds='file'
      ;;
    'import')
      options='--zone --map --omit --dry-run --json --ndjson --csv --color --no-color -h --help'
      valued='--zone --map --omit'
      kinds='file file'
      ;;
    'help')
      options='--color --no-color -h --help'
      valued=''
      kinds='info,schema,show,follow,sql,check,diff,checksum,report,export,load,copy,generate,import,help,'
      ;;
  esac
}

# Says of which kind the value of an option is.
_persist_value() {
  case $1 in
    ' --generate-completions') kind='bash,zsh,fish,' ;;
    ' --complete-classes') kind='file' ;;
    'show --where') kind='text' ;;
    'show --order') kind='text' ;;
    'show --limit') kind='text' ;;
    'show --depth') kind='text' ;;
    'follow --limit') kind='text' ;;
    'sql --parameter') kind='text' ;;
    'sql --limit') kind='text' ;;
    'report -o' | 'report --output') kind='file' ;;
    'report --rows') kind='text' ;;
    'report --size') kind='text' ;;
    'export -o' | 'export --output') kind='file' ;;
    'load --batch') kind='text' ;;
    'generate -o' | 'generate --output') kind='folder' ;;
    'generate --templates') kind='folder' ;;
    'generate --omit') kind='text' ;;
    'import --zone') kind='text' ;;
    'import --map') kind='file' ;;
    'import --omit') kind='text' ;;
    *) kind='' ;;
  esac
}

# Takes the lines with a beginning from the standard input. compgen -W would run what a
# hostile file has for names.
_persist_lines() {
  local line
  while IFS= read -r line; do
    [[ $line == "$1"* ]] && COMPREPLY+=("$line")
  done
}

_persist() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  # bash takes the equals sign of --option=value for a word.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  local verb='' kind options valued kinds position=0 index word file only_arguments=''
  _persist_verb ''
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ -n $only_arguments ]]; then
      ((position++ == 0)) && file=$word
    elif [[ $word == -- ]]; then
      only_arguments=1
    elif [[ " $valued " == *" $word "* ]]; then
      [[ ${COMP_WORDS[index + 1]} == = ]] && ((index += 1))
      ((index += 1))
    elif [[ $word == -?* ]]; then
      :
    elif [[ -z $verb ]]; then
      verb=$word
      _persist_verb "$verb"
    else
      ((position++ == 0)) && file=$word
    fi
  done
  COMPREPLY=()
  if [[ -z $only_arguments && " $valued " == *" $previous "* ]]; then
    _persist_value "$verb $previous"
  elif [[ -z $only_arguments && $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    return
  elif [[ -z $verb ]]; then
    COMPREPLY=($(compgen -W 'info schema show follow sql check diff checksum report export load copy generate import help' -- "$current"))
    return
  else
    local -a list=($kinds)
    kind=${list[position]}
    [[ -z $kind && ${list[*]: -1} == *... ]] && kind=${list[*]: -1}
  fi
  case ${kind%...} in
    file)
      compopt -o filenames 2>/dev/null
      _persist_lines '' < <(compgen -f -- "$current")
      ;;
    folder)
      compopt -o filenames 2>/dev/null
      _persist_lines '' < <(compgen -d -- "$current")
      ;;
    class)
      _persist_lines "$current" < <(
        persist --complete-classes "${file/#\~/$HOME}" 2>/dev/null
      )
      ;;
    *,*) COMPREPLY=($(compgen -W "${kind//,/ }" -- "$current")) ;;
  esac
}

complete -F _persist persist
