import './style.css'
import { createRoot } from 'react-dom/client'
import type { ReportData } from '#tests/model-runner/report/report-data.ts'
import { useHashLocation } from './hash-location.ts'
import { HistoryView } from './history-view.tsx'
import { labels } from './labels.ts'
import { LanguageSwitch, Languages, useText } from './language.tsx'
import { MachineView } from './machine-view.tsx'
import { Defects, Facts, Failures, Machines } from './overview.tsx'
import { RequirementsView } from './requirements-view.tsx'

function Report({ report }: { report: ReportData }) {
  const say = useText()
  const where = useHashLocation()
  const quarantined = report.failures.filter(({ quarantine }) => quarantine !== null).length
  const failed = report.failures.length - quarantined + report.defects.length
  const known = quarantined > 0 ? `, ${say(labels.quarantined)}: ${quarantined}` : ''
  const isPlayed = report.machines.some(({ paths }) => paths.some(({ results }) => results.some((one) => one !== null)))
  const isGood = failed === 0 && isPlayed
  const verdict =
    failed > 0
      ? `${say(labels.failures)}: ${failed}${known}`
      : quarantined > 0
        ? `${say(labels.onlyQuarantined)}: ${quarantined}`
        : say(isPlayed ? labels.allWell : labels.nothingPlayed)
  const machine = report.machines.find(({ id }) => id === where.machine) ?? report.machines[0]
  return (
    <>
      <header>
        <div className="top">
          <h1>{say(labels.title)}</h1>
          <LanguageSwitch />
        </div>
        <p className={`verdict ${isGood ? 'good' : 'bad'}`}>{verdict}</p>
        <Facts report={report} />
        <p className="muted lead">{say(labels.lead)}</p>
      </header>
      <main>
        <Defects report={report} />
        <Failures report={report} />
        <Machines report={report} current={machine?.id ?? ''} />
        <RequirementsView report={report} />
        <HistoryView report={report} />
        {machine && <MachineView key={machine.id} {...{ report, machine, where }} />}
      </main>
    </>
  )
}

const root = document.getElementById('report')
const data = document.getElementById('data')?.textContent
if (root !== null && data)
  createRoot(root).render(
    <Languages>
      <Report report={JSON.parse(data) as ReportData} />
    </Languages>,
  )
