/** Shells that can be taught to complete. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A line that says that files complete the word as well. */
export const FILES = ':files';

/**
 * Each asks `spmv complete -- WORD…` for the candidates of the last word, one a line: word, tab, what it is. So names come from the plugins
 * of the folder one stands in.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of spmv for bash. In ~/.bashrc: eval "$(spmv completion bash)"
_spmv() {
  local line=\${COMP_LINE:0:COMP_POINT} word candidate held files=
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=\${words[\${#words[@]}-1]}
  # Readline begins a new word at : and =, and replaces only that.
  held=\${word%"\${word##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    if [[ $candidate == ${FILES} ]]; then files=yes; continue; fi
    COMPREPLY+=("\${candidate#"$held"}")
    [[ $candidate == *[=:,/?\\&] ]] && compopt -o nospace 2> /dev/null
  done < <(spmv complete -- "\${words[@]:1}" 2> /dev/null)
  if [[ $files ]]; then
    while IFS= read -r candidate; do
      COMPREPLY+=("\${candidate#"$held"}")
    done < <(compgen -f -- "$word")
    [[ \${#COMPREPLY[@]} == 1 ]] && compopt -o filenames 2> /dev/null
  fi
}
complete -F _spmv spmv
`,
  zsh: `#compdef spmv
# Completion of spmv for zsh. In ~/.zshrc, after compinit: eval "$(spmv completion zsh)"
_spmv() {
  local line word files=
  local -a names texts
  for line in "\${(@f)$(spmv complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    [[ -z $line ]] && continue
    if [[ $line == ${FILES} ]]; then files=yes; continue; fi
    word=\${line%%$'\\t'*}
    names+=("$word")
    texts+=("\${line//$'\\t'/  }")
  done
  compadd -l -d texts -a names
  [[ -n $files ]] && _files
}
(( $+functions[compdef] )) && compdef _spmv spmv
`,
  fish: `# Completion of spmv for fish. Into ~/.config/fish/completions/spmv.fish
function __spmv_complete
    for line in (spmv complete -- (commandline -opc)[2..-1] (commandline -ct) 2> /dev/null)
        if test "$line" = ${FILES}
            __fish_complete_path (commandline -ct)
        else
            printf '%s\\n' $line
        end
    end
end
complete -c spmv -f -a '(__spmv_complete)'
`,
};
