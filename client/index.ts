export type {
  ConversionRecord,
  ConversionState,
  ConversionStatus,
  FormatEntry,
  Health,
  OptionSchema,
  OptionValue,
  Quality,
} from './answers.ts';
export { ConvertedFile, type DownloadOptions } from './converted-file.ts';
export { type ClientCode, type ErrorCode, FileConversionError } from './errors.ts';
export {
  type ConvertRequest,
  FileConversion,
  type FileConversionOptions,
  type Progress,
  type Source,
} from './file-conversion.ts';
export type { Target, TargetOptions } from './targets.ts';
