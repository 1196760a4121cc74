import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answers } from '#tests/support/server/server-process.ts'

const required = ['prometheus', 'prometheus-node-exporter', 'prometheus-blackbox-exporter', 'openssl', 'haproxy']

/** Every duration of the rules and of the scraping is divided by this number: five minutes become twenty seconds. */
const haste = 15

const ports = { prometheus: 3980, blackbox: 3981, node: 3982, tls: 3983 }
export const publicUrl = `https://localhost:${ports.tls}`
const api = `http://localhost:${ports.prometheus}/api/v1`

type Watched = { directory: string; balancer: string; servers: readonly string[]; machines: readonly string[] }

/**
 * Prometheus with the files of deploy/monitoring, in haste and at the addresses of the drill, with the exporters that they
 * name and the HTTPS that a school has in front of the balancer.
 */
export async function startMonitoring({ directory, balancer, servers, machines }: Watched) {
  const missing = required.filter((program) => spawnSync('which', [program]).status !== 0)
  if (missing.length > 0)
    throw new Error(
      `Missing: ${missing.join(', ')} (apt install prometheus prometheus-node-exporter prometheus-blackbox-exporter openssl haproxy).`,
    )
  const children: ChildProcess[] = []
  const file = (name: string, content: string) => writeFileSync(join(directory, name), content)
  const certificate = join(directory, 'certificate.pem')
  const metricFiles = join(directory, 'metrics')
  spawnSync('mkdir', ['-p', metricFiles])

  function run(program: string, ...args: string[]): ChildProcess {
    const log = openSync(join(directory, `${program}.log`), 'a')
    const child = spawn(program, args, { stdio: ['ignore', log, log] })
    children.push(child)
    return child
  }

  function makeCertificate(days: number): void {
    const key = join(directory, 'key.pem')
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...name]
    spawnSync('openssl', [...made, '-days', `${days}`, '-keyout', key, '-out', certificate])
    writeFileSync(certificate, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  }

  makeCertificate(90)
  file(
    'https.cfg',
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
listen https
  bind 127.0.0.1:${ports.tls} ssl crt ${certificate}
  server balancer ${balancer}
`,
  )
  // With -W it reads its file again at SIGUSR2, as by `systemctl reload`.
  const https = run('haproxy', '-W', '-db', '-f', join(directory, 'https.cfg'))
  const trust = `{ preferred_ip_protocol: ip4, tls_config: { ca_file: ${certificate} } }`
  file('blackbox.yml', `modules: { http_2xx: { prober: http, http: ${trust} } }\n`)
  run(
    'prometheus-blackbox-exporter',
    `--config.file=${join(directory, 'blackbox.yml')}`,
    `--web.listen-address=localhost:${ports.blackbox}`,
  )
  run(
    'prometheus-node-exporter',
    ...['--collector.disable-defaults', '--collector.filesystem', '--collector.textfile'],
    `--collector.textfile.directory=${metricFiles}`,
    `--web.listen-address=localhost:${ports.node}`,
  )

  const targets = { account: servers, patroni: machines, node: [`localhost:${ports.node}`] }
  let configuration = hasten(readFileSync('deploy/monitoring/prometheus.yml', 'utf8'))
    .replace('https://lk.school.example', publicUrl)
    .replace('localhost:9115', `localhost:${ports.blackbox}`)
  for (const [job, list] of Object.entries(targets))
    configuration = configuration.replace(
      new RegExp(`(job_name: ${job}\n[\\s\\S]*?targets: )\\[.*\\]`),
      (_, before) => `${before}${JSON.stringify(list)}`,
    )
  // A database that does not answer costs two seconds of a scrape, which has ten where nothing is hastened.
  configuration = configuration.replace(
    'job_name: account\n',
    (job) => `${job}    scrape_interval: 4s\n    scrape_timeout: 4s\n`,
  )
  file('prometheus.yml', configuration)
  file('rules.yml', hasten(readFileSync('deploy/monitoring/rules.yml', 'utf8')))
  run(
    'prometheus',
    `--config.file=${join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(directory, 'prometheus')}`,
    `--web.listen-address=localhost:${ports.prometheus}`,
  )
  const end = Date.now() + 60_000
  while (!(await answers(`http://localhost:${ports.prometheus}/-/ready`))) {
    if (Date.now() > end) throw new Error(`Prometheus did not start; logs in ${directory}`)
    await pause(500)
  }

  return {
    metricFiles,
    certificate,
    /** Names of the alarms that are on now. */
    async firing(): Promise<Set<string>> {
      const { data } = (await (await fetch(`${api}/alerts`)).json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] }
      }
      return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))
    },
    /** How many series a query had at any time since then. */
    async series(query: string, since: number): Promise<number> {
      const search = new URLSearchParams({ query, start: `${since / 1000}`, end: `${Date.now() / 1000}`, step: '15' })
      const answer = (await (await fetch(`${api}/query_range?${search}`)).json()) as { data?: { result: unknown[] } }
      return answer.data?.result.length ?? 0
    },
    /** Puts a certificate that is valid for as many days in the place of the former one. */
    renewCertificate(days: number): void {
      makeCertificate(days)
      https.kill('SIGUSR2')
    },
    stop(): void {
      for (const child of children) child.kill('SIGTERM')
    },
  }
}

function hasten(text: string): string {
  const units = { s: 1, m: 60, h: 3600, d: 86_400 }
  return text.replace(/(for: |interval: |\[|offset )(\d+)([smhd])/g, (_, before: string, count: string, unit: 's') => {
    const seconds = (Number(count) * units[unit]) / haste
    return `${before}${Math.round(seconds * 1000)}ms`
  })
}
