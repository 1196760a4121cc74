import '#tests/model-runner/report/view/style.css'
import './qa.css'
import { createRoot } from 'react-dom/client'
import type { MachineData } from '#tests/model-runner/report/report-data.ts'
import { labels } from '#tests/model-runner/report/view/labels.ts'
import { LanguageSwitch, Languages, useText } from '#tests/model-runner/report/view/language.tsx'
import { PathList } from '#tests/model-runner/report/view/path-list.tsx'
import type { MachineTitle } from './live-data.ts'
import { LivePath } from './live-path.tsx'
import { TraceForm } from './trace.tsx'

type Props = { machines: MachineTitle[]; machine: MachineData; pathId: string | null }

function Qa({ machines, machine, pathId }: Props) {
  const say = useText()
  const path = machine.paths.find(({ id }) => id === pathId)
  return (
    <>
      <header>
        <div className="top">
          <h1>{say(labels.liveTitle)}</h1>
          <LanguageSwitch />
        </div>
        <div className="choose">
          <label>
            {say(labels.machine)}{' '}
            <select value={machine.id} onChange={({ target }) => location.assign(`/qa?machine=${target.value}`)}>
              {machines.map(({ id, title }) => (
                <option key={id} value={id}>
                  {say(title)}
                </option>
              ))}
            </select>
          </label>
          {path && <a href={`/qa?machine=${machine.id}`}>← {say(labels.back)}</a>}
        </div>
      </header>
      <main>
        {path ? (
          <LivePath key={path.id} machine={machine} path={path} />
        ) : (
          <>
            <p>{say(labels.choosePath)}</p>
            <TraceForm />
            <PathList
              machine={machine}
              hrefOf={(id) => `/qa?machine=${machine.id}&path=${id}`}
              through={null}
              onClear={() => undefined}
            />
          </>
        )}
      </main>
    </>
  )
}

const root = document.getElementById('qa')
const wanted = new URLSearchParams(location.search)
const machines = (await fetchJson('/qa/machines')) as MachineTitle[]
const id = wanted.get('machine') ?? machines[0]?.id
const machine = (await fetchJson(`/qa/machine?id=${id}`).catch(() =>
  fetchJson(`/qa/machine?id=${machines[0]?.id}`),
)) as MachineData
if (root !== null)
  createRoot(root).render(
    <Languages>
      <Qa machines={machines} machine={machine} pathId={wanted.get('path')} />
    </Languages>,
  )

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return response.json()
}
