// Clones that are put into a copy of the sources: the truth that recall is measured against.
export {
  CLONE_TYPE,
  EDIT_OPERATORS,
  editFunction,
  textOf,
  type EditedFunction,
  type EditOperator,
} from './operators.js';
export { statementsOf, type Statement } from './statements.js';
export { injectClones, type InjectedPlace, type Injection, type InjectOptions } from './inject.js';
export { isFound, recallByOperator, type FoundClass, type OperatorRecall } from './found.js';
