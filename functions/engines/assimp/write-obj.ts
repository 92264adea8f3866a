import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportModel, runAssimp } from './run-assimp.ts';

/** A material that is not assimp's default for models without any, by its name or its colour. */
const MATERIAL = /^newmtl (?!DefaultMaterial|\$Material)|^Kd (?!(?:1 1 1|0\.6 0\.6 0\.6)$)/m;
/** An embedded texture, by its number. */
const EMBEDDED = /^(map_\w+ )\*(\d{1,4})$/gm;

/**
 * Writes an OBJ file, and its materials and textures beside it, if the model has any.
 * @param out an empty folder
 * @throws ConversionError
 */
export async function writeObj(source: string, out: string, folder: string): Promise<void> {
  const [model, library] = [join(out, 'model.obj'), join(out, 'model.mtl')];
  await exportModel(source, model, 'obj', folder);
  const materials = await readFile(library, 'utf8');
  if (!MATERIAL.test(materials) && !materials.match(EMBEDDED)) {
    await rm(library);
    return exportModel(source, model, 'objnomtl', folder);
  }
  if (!materials.match(EMBEDDED)) return;
  await runAssimp(['extract', source, join(out, 'texture')], { folder, source });
  const names = new Map((await readdir(out)).map((name) => [/^texture_img(\d+)\.\w{1,5}$/.exec(name)?.[1], name]));
  await writeFile(
    library,
    materials.replace(EMBEDDED, (line: string, word: string, number: string) => {
      const name = names.get(number);
      return name ? `${word}${name}` : line;
    }),
  );
}
