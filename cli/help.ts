import { FLAGS } from './command-line.ts';

const HEAD = `Converts files.

  fc report.docx report.pdf              one file
  fc *.heic --to jpg --out pictures/     many files
  fc - --from md --to pdf < a.md > a.pdf standard input to standard output
  fc photo.jpg small.webp --set width=640 --set strip_metadata=gps
  fc merge a.pdf b.jpg --out c.pdf       PDF files, pictures, documents, joined
  fc book.pdf --to zip --set split='every 10'
  fc scans/ --watch --to pdf --out done/ whatever appears in a folder
  fc formats                             all formats
  fc formats docx                        what docx can become, be made of, and be asked for
  fc usage                               what your account has used this month
  fc list                                your conversions of the last day
  fc delete ID...                        deletes conversions and their files
  fc mcp ~/Documents                     a server of the Model Context Protocol for assistants
  fc completion bash                     for your shell: bash, zsh or fish

Your key is in FC_API_KEY (or FILE_CONVERSION_KEY), in ~/.config/fc/key, which nobody else may read, or in a --key-file.
Results lie beside their sources unless --out says where. What became many files is a zip.
`;

const TAIL = `
Exit code: 0 all done, 1 a file failed, 2 wrong use, 3 the service does not answer, 4 it needs a
key or refuses yours, 5 a limit of yours is reached.
`;

/** The output of `fc --help`. */
export function helpText(): string {
  const rows = Object.entries(FLAGS).map(([name, flag]) => {
    const short = 'short' in flag ? `-${flag.short}, ` : '    ';
    const value = 'value' in flag ? ` ${flag.value}` : '';
    return [`  ${short}--${name}${value}`, flag.help] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return `${HEAD}\n${rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`).join('\n')}\n${TAIL}`;
}
