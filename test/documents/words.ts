/** A word that no format, filter or metadata brings along. */
export const WORD = 'Kranichflug';

/** Scripts that need fonts and shaping of their own, and a character beyond the basic plane. */
export const SCRIPTS = {
  chinese: '文件转换服务',
  arabic: 'مرحبا بالعالم',
  hindi: 'नमस्ते दुनिया',
  emoji: '😀',
} as const;
