import { describe, expect, test } from 'vitest'
import { distinctPersonTones, personTone } from '#src/ui/tone.ts'

describe('Colours of people who are shown together', () => {
  test('are those of their avatars', () => {
    expect(distinctPersonTones(['Артём Серов'])).toEqual([personTone('Артём Серов')])
  })

  test('differ clearly where avatars have the same or a similar colour', () => {
    expect(personTone('Анна Серова')).toBe(personTone('Нана Серова'))
    const similar = [
      ['teal', 'cyan'],
      ['violet', 'slate'],
      ['magenta', 'rose'],
      ['olive', 'tan'],
    ]
    const tones = distinctPersonTones(['Анна Серова', 'Нана Серова', 'Мария Серова', 'Даниил Серов'])
    const families = tones.map((tone) => similar.findIndex((family) => family.includes(tone)))
    expect(new Set(families).size).toBe(4)
  })
})
