export type {
  ConversionRecord,
  ConversionState,
  ConversionStatus,
  FormatEntry,
  FormatList,
  Health,
  ListedConversion,
  OptionSchema,
  OptionValue,
  Quality,
  Usage,
} from './answers.ts';
export { ConvertedFile, type DownloadOptions } from './converted-file.ts';
export { type ClientCode, type ErrorCode, FileConversionError } from './errors.ts';
export {
  type ConvertRequest,
  FileConversion,
  type FileConversionOptions,
  type PdfRequest,
  type Progress,
  type Source,
  zipToMerge,
} from './file-conversion.ts';
export type { ListOptions, OwnConversions } from './own-conversions.ts';
export type { Rate } from './rate.ts';
export { hasOption, resolveFormats } from './resolve-formats.ts';
export type { Target, TargetOptions } from './targets.ts';
