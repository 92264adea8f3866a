import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';

const SOURCES: readonly FormatName[] = [
  ...(['stl', 'obj', 'ply', 'glb', 'dae', 'fbx'] as const),
  ...(['gltf', '3mf', '3ds', 'off', 'amf', 'x3d'] as const),
];

/** Formats that assimp writes so that it can read them again without a loss. */
const TARGETS: readonly FormatName[] = ['stl', 'obj', 'ply', 'glb', 'dae', 'fbx'];

/** Converts 3D models with assimp. */
export const assimp: Engine = {
  name: 'assimp',
  worker: {
    layers: ['assimp'],
    memory: 3008,
    processes: 4,
    timeout: 300,
    scratch: 2048,
    jobs: 100,
    packages: [],
  },
  conversions: Object.fromEntries(SOURCES.map((source) => [source, TARGETS.filter((target) => target !== source)])),
};
