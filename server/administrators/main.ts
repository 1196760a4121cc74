import { runCommand } from '#server/cli/run-command.ts'
import { runAppointment } from './run-appointment.ts'

const usage = {
  ru: 'npm run administrator -- <почта, логин или sub одного человека>\n',
  en: 'npm run administrator -- <email, login or sub of one person>\n',
}

/** `npm run administrator -- director@school.example`: appoints an administrator, the first one too. */
await runCommand({
  usage,
  read: () => {
    const [who, ...more] = process.argv.slice(2)
    return who && more.length === 0 ? { who } : null
  },
  run: runAppointment,
})
