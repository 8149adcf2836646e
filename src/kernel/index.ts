export {
  installKernel,
  kernelSpec,
  placeOf,
  uninstallKernel,
  type KernelPlace,
  type PlaceFlags,
} from './install.js';
export { runKernel } from './main.js';
