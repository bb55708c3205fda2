// The second pass: edges of depth are shaded (eye-dome lighting, Boucheny 2009), so that a heap of equal balls reads as a shape.
import * as THREE from 'three';

const vertex = /* glsl */ `
varying vec2 at;
void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;
const fragment = /* glsl */ `
varying vec2 at;
uniform sampler2D image, depth;
uniform vec2 pixel;
uniform float near, far;
float away(vec2 p) {
  float d = texture2D(depth, p).x;
  return log2(near * far / (far - d * (far - near)));
}
void main() {
  vec4 c = texture2D(image, at);
  float d = texture2D(depth, at).x;
  if (d < 1.0) {
    float here = away(at), sum = 0.0;
    for (int k = 0; k < 8; ++k) {
      float a = 0.7854 * float(k);
      vec2 way = vec2(cos(a), sin(a)) * pixel;
      sum += max(0.0, here - away(at + 1.3 * way)) + 0.5 * max(0.0, here - away(at + 3.5 * way));
    }
    c.rgb *= exp(-min(5.0 * sum, 1.0));
  }
  gl_FragColor = vec4(c.rgb / max(c.a, 1e-4), c.a);   // what was blended is premultiplied
  #include <colorspace_fragment>
  gl_FragColor.rgb *= c.a;
}`;

export class DepthPass {
  private readonly target: THREE.WebGLRenderTarget;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.Camera();
  private readonly uniforms = { image: { value: null as THREE.Texture | null }, depth: { value: null as THREE.Texture | null }, pixel: { value: new THREE.Vector2() }, near: { value: 1 }, far: { value: 10 } };

  constructor() {
    this.target = new THREE.WebGLRenderTarget(1, 1, { type: THREE.HalfFloatType, depthTexture: new THREE.DepthTexture(1, 1, THREE.UnsignedIntType) });
    const material = new THREE.ShaderMaterial({ uniforms: this.uniforms, vertexShader: vertex, fragmentShader: fragment, depthTest: false, depthWrite: false, blending: THREE.NoBlending });
    this.scene.add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material));
  }

  /** Into the viewport that is set; `width` and `height` are its own, in pixels. */
  render(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.PerspectiveCamera, width: number, height: number): void {
    if (this.target.width !== width || this.target.height !== height) this.target.setSize(width, height);
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    this.uniforms.image.value = this.target.texture;
    this.uniforms.depth.value = this.target.depthTexture;
    this.uniforms.pixel.value.set(1 / width, 1 / height);
    this.uniforms.near.value = camera.near;
    this.uniforms.far.value = camera.far;
    renderer.render(this.scene, this.camera);
  }
}
