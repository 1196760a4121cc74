import type { markHistory, marks } from '#server/db/schema/learning.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addDays, type CurrentTime, zonedInstant } from '#server/time/calendar-days.ts'
import type { Column } from './journals.ts'
import { isDecisive } from './mark-types.ts'

type Mark = typeof marks.$inferInsert & { id: string; score: number | null }

/** A mark with its earlier values. */
export type GivenMark = { column: Column; mark: Mark; history: (typeof markHistory.$inferInsert)[] }

type Taker = { bookId: string; talent: number; outcome: 'passed' | 'retaken' | 'owed' }

const comments = [
  'Ход решения верный, ошибка в последнем действии.',
  'Работа сдана раньше срока.',
  'Можно пересдать до конца четверти.',
  'Отмечена лучшая работа в классе.',
  'Не хватает вывода.',
  'Снижено за оформление:\n— нет единиц измерения в ответе;\n— рисунок без подписей;\n— решение второй задачи обрывается на середине.\n\nСодержание верное, поэтому переписывать всю работу не нужно: исправьте эти три места и покажите до пятницы.',
  'Работа самостоятельная и аккуратная. Первые четыре задания выполнены без ошибок, в пятом верно выбран способ, но потерян знак при переносе, и дальше всё посчитано с этой ошибкой. Шестое задание не начато: видимо, не хватило времени. На консультации в среду разберём, как распределять время на контрольной, и решим похожее задание вместе. Если прийти не получится, напишите мне: пришлю разбор и две задачи для тренировки.',
]

/** Why a credit or an exam was failed. */
const failedComment =
  'Не сданы две лабораторные из шести, на третий вопрос билета ответа нет.\nПересдача возможна после защиты лабораторных.'

const hour = 3_600_000

const markedAtOf = new WeakMap<Column, Date>()

/** When the marks of a lesson are entered: calculated once for all students. */
function markedAt(column: Column, { timeZone }: CurrentTime): Date {
  const known = markedAtOf.get(column) ?? zonedInstant(column.heldOn, '16:10', timeZone)
  markedAtOf.set(column, known)
  return known
}

export function isMarkable(column: Column, moment: CurrentTime): boolean {
  return column.held !== false && markedAt(column, moment) <= moment.now
}

export function createMark(
  random: Random,
  { bookId, talent, outcome }: Taker,
  column: Column,
  moment: CurrentTime,
): GivenMark {
  const absent = !isDecisive(column.markType) && random.chance(0.05)
  const share = Math.max(0, Math.min(1, talent + (random.next() - 0.4) * 0.45))
  const score = absent ? null : scoreOf(column, share)
  const mark = {
    id: random.uuid(),
    bookId,
    columnId: column.id,
    value: score === null ? 'н' : written(column, score),
    score,
    absent,
    comment: !absent && column.max > 1 && random.chance(0.08) ? random.pick(comments) : null,
    givenAt: markedAt(column, moment),
  }
  const isCorrected = random.chance(0.03)
  if (outcome !== 'passed') return retaken(mark, column, outcome, moment)
  if (isCorrected && !isDecisive(column.markType) && score !== null && score > column.max * 0.6)
    return changed(mark, column, { from: score - 1, afterDays: 3 }, moment)
  return { column, mark, history: [] }
}

/** Failed on the day and passed ten days later, unless that day is ahead or the exam is still owed. */
function retaken(mark: Mark, column: Column, outcome: Taker['outcome'], moment: CurrentTime): GivenMark {
  const failing = column.markType === 'credit' ? 0 : 2
  const again = changed(mark, column, { from: failing, afterDays: 10 }, moment)
  if (outcome === 'retaken' && again.history.length > 0) return again
  return {
    column,
    mark: { ...mark, score: failing, value: written(column, failing), comment: failedComment },
    history: [],
  }
}

/** The mark was `from` at first and changed on a later day, if that day has come. */
function changed(
  mark: Mark,
  column: Column,
  { from, afterDays }: { from: number; afterDays: number },
  moment: CurrentTime,
) {
  const givenAt = zonedInstant(addDays(column.heldOn, afterDays), '14:30', moment.timeZone)
  if (givenAt > moment.now) return { column, mark, history: [] }
  const before = { markId: mark.id, at: mark.givenAt, value: written(column, from) }
  return { column, mark: { ...mark, givenAt }, history: [before] }
}

/** The latest marks are dated within the last two days, so that the demo has new ones. */
export function dateNewestMarks(given: readonly GivenMark[], { now }: CurrentTime): void {
  const latest = given
    .filter(({ history }) => history.length === 0)
    .sort((one, other) => other.column.heldOn.localeCompare(one.column.heldOn))
    .slice(0, 5)
  for (const [index, { mark }] of latest.entries()) {
    const at = now.getTime() - (2 + 9 * index) * hour
    mark.givenAt = new Date(Math.max(at, mark.givenAt.getTime()))
  }
}

function scoreOf({ branch, markType, max }: Column, share: number): number {
  if (markType === 'credit') return 1
  if (branch === 'academy') return Math.round(share * max)
  return Math.max(markType === 'exam' ? 3 : 2, Math.round(1.6 + share * 3.4))
}

function written({ markType }: Column, score: number): string {
  if (markType === 'credit') return score === 1 ? 'зачёт' : 'незачёт'
  return String(score)
}
