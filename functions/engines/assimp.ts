import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';

/** Formats that models are read in. */
const SOURCES: readonly FormatName[] = [
  ...(['stl', 'obj', 'ply', 'glb', 'dae', 'fbx'] as const),
  ...(['gltf', '3mf', '3ds', 'off', 'amf', 'x3d'] as const),
];

/** And those that hold up when what was written is read again. */
const TARGETS: readonly FormatName[] = ['stl', 'obj', 'ply', 'glb', 'dae', 'fbx'];

/** 3D models among each other. */
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
