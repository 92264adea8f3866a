import { type CatalogueEntry, catalogue } from '../conversion/catalogue.ts';
import { type Conversion, failureOf, type ListedConversion, statusOf } from '../conversion/conversion.ts';
import { describeFormat } from '../conversion/formats.ts';
import { listedOptions } from '../conversion/listed-options.ts';
import type { UploadForm } from '../conversion/stores.ts';
import type { AwaitedUpload } from '../conversion/upload.ts';
import type {
  ConversionRecord,
  ConversionStatusRecord,
  FormatListRecord,
  FormatRecord,
  ListedConversionRecord,
  UploadRecord,
} from './representation-schemas.ts';

/** The representation of a conversion in the response to convert. */
export function conversionRecord(conversion: Conversion): ConversionRecord {
  // A failed conversion is represented as an error.
  return { ...recordOf(conversion), status: statusOf(conversion) as ConversionRecord['status'] };
}

/** The representation of a conversion in the list of its account. */
export function listedConversion(conversion: ListedConversion): ListedConversionRecord {
  const status = statusOf(conversion);
  const failure = status === 'failed' ? failureOf(conversion) : undefined;
  return {
    ...recordOf(conversion),
    status,
    created_at: new Date(conversion.createdAt).toISOString(),
    ...(failure && { code: failure.code, error: failure.message }),
  };
}

function recordOf(conversion: ListedConversion) {
  return {
    conversion_id: conversion.id,
    original_filename: conversion.originalFilename,
    original_format: conversion.originalFormat,
    target_format: conversion.targetFormat,
    result_format: conversion.resultFormat,
    options: conversion.options,
    file_size: conversion.fileSize ?? null,
    conversion_time: conversion.conversionTime ?? null,
    download_url: downloadUrl(conversion.id),
    expires_at: new Date(conversion.expiresAt).toISOString(),
  };
}

/** The representation of a conversion in the response to status. */
export function conversionStatus(conversion: Conversion): ConversionStatusRecord {
  // A failed conversion is represented as an error.
  const status = statusOf(conversion) as ConversionStatusRecord['status'];
  return {
    conversion_id: conversion.id,
    status,
    expires_at: new Date(conversion.expiresAt).toISOString(),
    download_url: downloadUrl(conversion.id),
    result_format: conversion.resultFormat,
    options: conversion.options,
    ...(status === 'processing' && { progress: conversion.progress ?? 0 }),
    ...(status === 'ready' && { file_size: conversion.fileSize }),
  };
}

/** The representation of an upload form. */
export function uploadRecord({ id, expiresAt }: AwaitedUpload, { url, fields }: UploadForm): UploadRecord {
  return {
    conversion_id: id,
    url,
    fields,
    expires_at: new Date(expiresAt).toISOString(),
    download_url: downloadUrl(id),
    status: 'processing',
  };
}

/** The status of a conversion whose file has not been uploaded yet. */
export function uploadStatus({ id, expiresAt, targetFormat, options }: AwaitedUpload): ConversionStatusRecord {
  return {
    conversion_id: id,
    status: 'processing',
    expires_at: new Date(expiresAt).toISOString(),
    download_url: downloadUrl(id),
    result_format: targetFormat,
    options,
    progress: 0,
  };
}

/** All formats and the options of targets, for the formats endpoint. */
export function formatList(): FormatListRecord {
  const entries = catalogue();
  const byOptions = Map.groupBy(entries, ({ options }) => Object.keys(options).join());
  const shared = new Map<string, string>();
  for (const [text, [first, second]] of byOptions) if (text !== '' && first && second) shared.set(text, first.format);
  const formats = entries.map((entry) => {
    const text = Object.keys(entry.options).join();
    // Left out where it is empty, since the response is large.
    return { ...formatEntry(entry), ...(text !== '' && { options: shared.get(text) ?? text.split(',') }) };
  });
  const lists = [...shared].map(([text, name]) => [name, text.split(',')] as const);
  return { formats, options_lists: Object.fromEntries(lists), ...listedOptions(entries) };
}

function formatEntry({ format, convertsTo, convertsFrom }: CatalogueEntry): FormatRecord {
  const { category, description, mediaType, aliases } = describeFormat(format);
  return {
    format,
    category,
    description,
    media_type: mediaType,
    // Left out for most formats, since the response is large.
    ...(aliases.length > 0 && { extensions: [format, ...aliases] }),
    can_convert_to: convertsTo,
    can_convert_from: convertsFrom,
  };
}

function downloadUrl(id: string): string {
  return `/api/v1/download/${id}`;
}
