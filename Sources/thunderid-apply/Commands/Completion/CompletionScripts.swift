/// The scripts that `completion` prints. They hold the names of the commands, so that the first word is completed without
/// a process started, and where the command is not installed yet; all else they ask the command itself.
enum CompletionScripts {
  static let shells = ["bash", "zsh", "fish"]

  /// - Parameter commands: what may stand as the first word.
  /// - Returns: nil for a shell not known.
  static func text(for shell: String, commands: [Completer.Candidate]) -> String? {
    let (script, list): (String, String)
    switch shell {
    case "bash": (script, list) = (bash, commands.map(\.word).joined(separator: " "))
    case "zsh": (script, list) = (zsh, commands.map { quoted("\($0.word):\($0.about)") }.joined(separator: " "))
    case "fish": (script, list) = (fish, commands.map { quoted("\($0.word)\t\($0.about)") }.joined(separator: " "))
    default: return nil
    }
    return script.replacing("@COMMANDS@", with: list)
  }

  /// A word that zsh and fish read as it stands.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  // bash splits words at = and :, so they are put together again, and what stands ahead of the last of them is left out
  // of what it is given. It has no notion of what a word is once a quote is open, nor of descriptions.
  private static let bash = #"""
    # bash completion for thunderid-apply
    _thunderid_apply() {
      local words=() word index=0 i glued=1
      for ((i = 1; i < ${#COMP_WORDS[@]}; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == [=:]* || $glued == 0 ]] && ((${#words[@]})); then
          words[${#words[@]}-1]+=$word
        else
          words+=("$word")
        fi
        [[ $word == *[=:] && $word == [=:]* ]] && glued=0 || glued=1
        ((i == COMP_CWORD)) && index=$((${#words[@]} - 1))
      done
      local raw=${words[index]} quote="" current
      [[ $raw == [\"\']* ]] && quote=${raw:0:1}
      for i in "${!words[@]}"; do
        word=${words[i]}
        case $word in
          \"*) word=${word#\"} word=${word%\"} ;;
          \'*) word=${word#\'} word=${word%\'} ;;
          *) word=${word//\\/} ;;
        esac
        words[i]=$word
      done
      current=${words[index]}
      local cut="" line candidate files=""
      [[ $quote ]] || cut=${current%"${current##*[=:]}"}
      COMPREPLY=()
      if ((index == 0)) && [[ $raw != [-\"\']* ]]; then
        COMPREPLY=($(compgen -W '@COMMANDS@' -- "$current"))
        return
      fi
      while IFS= read -r line; do
        case $line in
          :files) files=1 ;;
          :) ;;
          *)
            candidate=${line%%$'\t'*} candidate=${candidate#"$cut"}
            [[ $quote ]] || printf -v candidate %q "$candidate"
            COMPREPLY+=("$candidate")
            ;;
        esac
      done < <("${COMP_WORDS[0]}" __complete "$index" "${words[@]}" 2>/dev/null)
      if [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        local path
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "${current#"$cut"}")
      fi
    }
    complete -F _thunderid_apply thunderid-apply

    """#

  private static let zsh = #"""
    #compdef thunderid-apply
    _thunderid_apply() {
      local -a given answer candidates
      if ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then
        candidates=(@COMMANDS@)
        _describe -t commands command candidates
        return
      fi
      given=("${(@Q)words[2,-1]}")
      answer=("${(@f)$(${(Q)words[1]} __complete $((CURRENT - 2)) "${given[@]}" 2>/dev/null)}")
      local line word head="" current=${(Q)PREFIX}
      if [[ $current == --*=* ]]; then
        head=${current%%=*}=
        compset -P '*='
      fi
      for line in "${answer[@]}"; do
        case $line in
          :files) _files ;;
          :) ;;
          *)
            word=${${line%%$'\t'*}#$head}
            candidates+=("${word//:/\\:}:${line#*$'\t'}")
            ;;
        esac
      done
      (($#candidates)) && _describe -t values value candidates
    }
    if [[ $funcstack[1] == _thunderid-apply ]]; then
      _thunderid_apply "$@"
    else
      compdef _thunderid_apply thunderid-apply
    fi

    """#

  private static let fish = #"""
    # fish completion for thunderid-apply
    function __thunderid_apply
        set -l before (commandline -opc)
        set -l current (commandline -ct)
        set -l after
        set -l all (commandline -o)
        set -l next (math (count $before) + 1)
        # The current word is among those that follow, unless nothing is typed of it yet.
        test -n "$current"; and set next (math $next + 1)
        test $next -le (count $all); and set after $all[$next..-1]
        if test (count $before) -eq 1; and not string match -q -- '-*' "$current"
            string join \n -- @COMMANDS@
            return
        end
        set current (string unescape -- "$current"; or echo)
        for line in ($before[1] __complete (math (count $before) - 1) $before[2..-1] "$current" $after 2>/dev/null)
            switch $line
                case ':files'
                    set -l head (string match -r -- '^--[^=]*=' "$current"; or echo)
                    for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
                        echo $head$path
                    end
                case ':'
                case '*'
                    echo $line
            end
        end
    end
    complete -c thunderid-apply -f -a '(__thunderid_apply)'

    """#
}
