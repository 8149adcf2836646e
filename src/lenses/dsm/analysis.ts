import type { Dependencies } from './dependencies.js';
import { partitionOf, type Partition } from './partition.js';
import { shapeOf, type Shape } from './shape.js';
import { visibilityOf, type Visibility } from './visibility.js';

/** Everything about a dependency matrix that needs no parameter. */
export interface Analysis {
  readonly partition: Partition;
  readonly visibility: Visibility;
  readonly shape: Shape;
}

export async function analyse(dependencies: Dependencies): Promise<Analysis> {
  const partition = await partitionOf(dependencies);
  const visibility = await visibilityOf(dependencies);
  return { partition, visibility, shape: shapeOf({ ...visibility, ...partition }) };
}
