// Surfaces and skins of a run, in the looks of their materials.
import * as THREE from 'three';
import type { Packet } from './packet';
import type { MaterialInfo } from './types';

const looks: Record<string, THREE.MeshPhysicalMaterialParameters> = {
  water: { roughness: 0.08, opacity: 0.72, transparent: true },
  oil: { roughness: 0.1, opacity: 0.78, transparent: true },
  honey: { roughness: 0.15, opacity: 0.85, transparent: true },
  glass: { roughness: 0.02, opacity: 0.35, transparent: true },
  ice: { roughness: 0.2, opacity: 0.6, transparent: true },
  metal: { roughness: 0.25, metalness: 0.85 },
  rubber: { roughness: 0.75 },
  wax: { roughness: 0.45 },
  milk: { roughness: 0.3 },
};

function materialFor(name: string, materials: MaterialInfo[]): THREE.Material {
  const of = materials.find((m) => m.name === name) ?? materials[0];
  const look = looks[of?.look ?? ''] ?? { roughness: 0.8 };
  return new THREE.MeshStandardMaterial({ color: new THREE.Color().setRGB(...(of?.colour ?? [0.5, 0.6, 0.8]), THREE.SRGBColorSpace), side: THREE.DoubleSide, ...look });
}

export function meshesOf(packet: Packet, materials: MaterialInfo[]): THREE.Mesh[] {
  const points = packet.all('points'), corners = packet.all('triangles');
  return points.map((part, k) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(packet.floats(part), 3));
    geometry.setIndex(new THREE.BufferAttribute(packet.words(corners[k]!), 1));
    geometry.computeVertexNormals();
    return new THREE.Mesh(geometry, materialFor(part['mesh'] as string, materials));
  });
}
