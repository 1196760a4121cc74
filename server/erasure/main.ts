import { parseArgs } from 'node:util'
import { runCommand } from '#server/cli/run-command.ts'
import { sameInAll } from '#server/terminal/terminal-language.ts'
import { readErasedList } from './erased-list.ts'
import { eraseAgain, listErased } from './erased-people.ts'

const usage = `npm run --silent erasures > FILE
npm run erasures -- --apply FILE
`

/** `npm run erasures`: lists the people whose data were deleted, or deletes those of a list again after a restore. */
await runCommand({
  usage: sameInAll(usage),
  read() {
    const { values } = parseArgs({ options: { apply: { type: 'string' } } })
    return { file: values.apply ?? null }
  },
  async run({ file }, { database, now }) {
    if (file === null) return sameInAll((await listErased(database)).map((id) => `${id}\n`).join(''))
    const count = await eraseAgain(database, readErasedList(file), now)
    return {
      ru: `Задание сервера снова удалит данные людей: ${count}.\n`,
      en: `People whose data the job of the server will delete again: ${count}.\n`,
    }
  },
})
