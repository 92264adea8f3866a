import { FLAGS } from './command-line.ts';
import { UsageError } from './exit-codes.ts';

const names = Object.keys(FLAGS).map((name) => `--${name}`);

const WORDS = 'formats list usage delete mcp completion';

const SCRIPTS = {
  bash: `_fc() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  case $before in
    --to|-t|--from|-f|formats) COMPREPLY=($(compgen -W "$(fc formats --names 2>/dev/null)" -- "$word")) ;;
    --quality|-q) COMPREPLY=($(compgen -W "low medium high" -- "$word")) ;;
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")) ;;
    *)
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$word"))
      elif [[ \${COMP_WORDS[1]} == delete && COMP_CWORD -gt 1 ]]; then COMPREPLY=($(compgen -W "$(fc list --names 2>/dev/null)" -- "$word"))
      elif [[ COMP_CWORD -eq 1 && -n $word ]]; then compopt -o default; COMPREPLY=($(compgen -W "${WORDS}" -- "$word"))
      else compopt -o default; COMPREPLY=(); fi ;;
  esac
}
complete -F _fc fc
`,
  zsh: `#compdef fc
_fc() {
  local before=\${words[CURRENT-1]}
  case $before in
    --to|-t|--from|-f|formats) compadd -- \${(f)"$(fc formats --names 2>/dev/null)"} ;;
    --quality|-q) compadd low medium high ;;
    completion) compadd bash zsh fish ;;
    *)
      if [[ $PREFIX == -* ]]; then compadd -- ${names.join(' ')}
      elif [[ $words[2] == delete && CURRENT -gt 2 ]]; then compadd -- \${(f)"$(fc list --names 2>/dev/null)"}
      else
        (( CURRENT == 2 )) && compadd -- ${WORDS}
        _files
      fi ;;
  esac
}
compdef _fc fc
`,
  fish: `complete -c fc -n "__fish_prev_arg_in --to -t --from -f formats" -f -a "(fc formats --names 2>/dev/null)"
complete -c fc -n "__fish_prev_arg_in --quality -q" -f -a "low medium high"
complete -c fc -n "__fish_seen_subcommand_from delete" -f -a "(fc list --names 2>/dev/null)"
complete -c fc -n "__fish_is_first_token" -a "${WORDS}"
complete -c fc -n "__fish_prev_arg_in completion" -f -a "bash zsh fish"
${Object.entries(FLAGS)
  .map(([name, flag]) => `complete -c fc -l ${name}${'short' in flag ? ` -s ${flag.short}` : ''} -d '${flag.help}'`)
  .join('\n')}
`,
} as const;

/** The script that completes the command line in a shell. @throws UsageError for an unknown shell */
export function completionScript(shell = ''): string {
  if (Object.hasOwn(SCRIPTS, shell)) return SCRIPTS[shell as keyof typeof SCRIPTS];
  throw new UsageError('fc completion takes the name of a shell: bash, zsh or fish');
}
