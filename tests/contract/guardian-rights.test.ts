import { expect, test } from 'vitest'
import { completeRights, guardianPresets, presetOf, rightsOfPreset } from '#contract/people/guardian-rights.ts'

test('Who pays sees the contracts, and who changes groups sees the learning', () => {
  const none = {
    seesLearning: false,
    seesContracts: false,
    pays: false,
    enrols: false,
    writes: false,
    isNotified: false,
  }
  expect(completeRights(none)).toEqual(none)
  expect(completeRights({ ...none, pays: true })).toEqual({ ...none, pays: true, seesContracts: true })
  expect(completeRights({ ...none, enrols: true })).toEqual({ ...none, enrols: true, seesLearning: true })
})

test('Every preset is complete and known by its rights', () => {
  for (const preset of guardianPresets) {
    expect(completeRights(rightsOfPreset[preset])).toEqual(rightsOfPreset[preset])
    expect(presetOf(rightsOfPreset[preset])).toBe(preset)
  }
  expect(presetOf({ ...rightsOfPreset.full, writes: false })).toBeNull()
})
