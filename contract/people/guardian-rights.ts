/** What a guardian may do for one child, in the order of the panel. */
export const guardianRights = ['seesLearning', 'seesContracts', 'pays', 'enrols', 'writes', 'isNotified'] as const
export type GuardianRight = (typeof guardianRights)[number]

/** The rights of one guardian for one child. */
export type GuardianRights = Record<GuardianRight, boolean>

/** Common sets of rights. Only the rights are stored. */
export const guardianPresets = ['full', 'payer', 'learning', 'informed'] as const
export type GuardianPreset = (typeof guardianPresets)[number]

export const rightsOfPreset: Record<GuardianPreset, GuardianRights> = {
  full: { seesLearning: true, seesContracts: true, pays: true, enrols: true, writes: true, isNotified: true },
  payer: { seesLearning: false, seesContracts: true, pays: true, enrols: false, writes: true, isNotified: true },
  learning: { seesLearning: true, seesContracts: false, pays: false, enrols: false, writes: true, isNotified: true },
  informed: { seesLearning: true, seesContracts: false, pays: false, enrols: false, writes: false, isNotified: true },
}

/** The rights with those that they imply: who pays sees the contract, who changes groups sees the schedule. */
export function completeRights(rights: GuardianRights): GuardianRights {
  return {
    ...rights,
    seesContracts: rights.seesContracts || rights.pays,
    seesLearning: rights.seesLearning || rights.enrols,
  }
}

/** The rights that both sets give. */
export function commonRights(one: GuardianRights, other: GuardianRights): GuardianRights {
  const both = guardianRights.map((right) => [right, one[right] && other[right]])
  return Object.fromEntries(both) as GuardianRights
}

/** What guardians keep of their rights once the student is of age: at most the preset, everything (`full`), or nothing. */
export const keptByGuardians = [...guardianPresets, 'none'] as const
export type KeptByGuardians = (typeof keptByGuardians)[number]

export function rightsKept(kept: KeptByGuardians): GuardianRights {
  return kept === 'none' ? noRights : rightsOfPreset[kept]
}

export const noRights: GuardianRights = {
  seesLearning: false,
  seesContracts: false,
  pays: false,
  enrols: false,
  writes: false,
  isNotified: false,
}

/** The preset with exactly these rights; null for a set of the school's own. */
export function presetOf(rights: GuardianRights): GuardianPreset | null {
  const isSame = (preset: GuardianPreset) =>
    guardianRights.every((right) => rightsOfPreset[preset][right] === rights[right])
  return guardianPresets.find(isSame) ?? null
}

/**
 * What data of a child needs: one right, all of several, or only that the person is a guardian (`relation`), for the
 * child's name and for what the staff does.
 */
export type NeededRight = GuardianRight | readonly GuardianRight[] | 'relation'
