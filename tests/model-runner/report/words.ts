import type { Texts } from '#tests/model-runner/config.ts'
import type { SideEffect } from '#tests/model-runner/paths/replay.ts'
import type { Bilingual, Line } from './report-data.ts'

/** A Russian text of a model with its English. */
export function bilingual({ english }: Texts, ru: string): Bilingual {
  return { ru, en: english[ru] ?? ru }
}

export function actionWords(texts: Texts, effect: SideEffect): Bilingual {
  return texts.action(effect) ?? { ru: effect.action, en: effect.action }
}

/** A guard in words, with the parameters that distinguish it. */
export function guardWords({ guards }: Texts, guard: string, params: readonly string[]): Bilingual {
  const { ru, en } = guards[guard] ?? { ru: guard, en: guard }
  const end = params.length === 0 ? '' : `: ${params.join(', ')}`
  return { ru: `${ru}${end}`, en: `${en}${end}` }
}

/** The number of lines of a label: the same in both languages. */
export function linesIn({ text: { ru, en } }: Line): number {
  return Math.max(ru.length, en.length)
}
