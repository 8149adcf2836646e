import type {
  AggregateFact,
  BodyFacts,
  CallFact,
  CastFact,
  ExpansionFact,
  FieldFact,
  ItemFact,
  MirSite,
  PassFact,
  StringFact,
  SwitchFact,
} from './lowered.js';

/** Where a walk over a group's bodies leaves what it finds. */
export class FactSink implements BodyFacts {
  readonly calls: CallFact[] = [];
  readonly passes: PassFact[] = [];
  readonly fields: FieldFact[] = [];
  readonly strings: StringFact[] = [];
  readonly items: ItemFact[] = [];
  readonly aggregates: AggregateFact[] = [];
  readonly casts: CastFact[] = [];
  readonly switches: SwitchFact[] = [];
  readonly drops: { readonly type: string; readonly site: MirSite }[] = [];
  readonly asserts: { readonly message: string; readonly site: MirSite }[] = [];
  readonly yields: { readonly type: string; readonly site: MirSite }[] = [];
  readonly asm: { readonly text: string; readonly site: MirSite }[] = [];
  readonly expansions: ExpansionFact[] = [];
  projections = 0;
  untyped = 0;
}
