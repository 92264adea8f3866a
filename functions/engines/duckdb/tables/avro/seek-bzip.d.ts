declare module 'seek-bzip' {
  /** @throws TypeError where the bytes are damaged, or end early */
  function decode(input: Uint8Array, output: { writeByte(byte: number): void }, multistream?: boolean): void;
  export default { decode };
}
