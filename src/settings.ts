type Setting = { about: string; from: string; default?: string }

/** Every name this app reads from its environment. docs/configuration.md and .env.example are compared with it. */
export const SETTINGS = {
  SLACK_BOT_TOKEN: {
    about: 'The bot token of the installed Slack app',
    from: 'api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token (xoxb-…)'
  },
  SLACK_APP_TOKEN: {
    about: 'The app-level token, for Socket Mode',
    from: 'api.slack.com/apps → your app → Basic Information → App-Level Tokens, scope connections:write (xapp-…)'
  },
  SLACK_SIGNING_SECRET: {
    about: 'The signing secret, for HTTP',
    from: 'api.slack.com/apps → your app → Basic Information → App Credentials → Signing Secret'
  },
  SLACK_TRANSPORT: {
    about: 'How Slack reaches the bot: `socket` or `http`',
    from: 'your choice: socket needs no public address, http needs one',
    default: '`socket` when SLACK_APP_TOKEN is set, else `http`'
  },
  SLACK_API_URL: {
    about: "The address of Slack's Web API",
    from: 'leave it unset, except to use a stand-in',
    default: 'https://slack.com/api/'
  },
  PORT: {
    about: 'The port of /healthz and /readyz, and of /slack/events over HTTP',
    from: 'your host sets it, or choose a free port',
    default: '3000'
  },
  HOST: {
    about: 'The local address to listen on',
    from: 'your choice: 127.0.0.1 if only this machine may reach it',
    default: 'all addresses of the machine'
  },
  AGENT_API_URL: {
    about: 'The base address of the agent service (https; plain http only on loopback)',
    from: "the agent service's documentation: everything before /v2"
  },
  AGENT_PROJECT_ID: {
    about: 'The project whose jobs get the follow-ups',
    from: "the agent service's dashboard → API keys → project id"
  },
  AGENT_API_KEY: {
    about: 'The admin key; it stays in this process',
    from: "the agent service's dashboard → API keys → create an admin key"
  },
  AGENT_JOB_PATH: {
    about: 'The path for reading a job; {projectId} and {jobId} are filled in',
    from: "the agent service's documentation of its get-agent-job operation",
    default: '/v2/agent/{projectId}/job/{jobId}'
  },
  AGENT_JOB_LINK: {
    about:
      'What a link to a job looks like, with {jobId} where its id is; people may then paste such a link instead of an id',
    from: "your browser's address bar, on the page of a job (like https://agents.example.com/jobs/{jobId})",
    default: 'unset: a link is understood only if the channel knows its job'
  },
  AGENT_HOURLY_LIMIT: {
    about: 'How many sends per hour the agent service allows a project',
    from: "the agent service's plan",
    default: '100'
  },
  AGENT_READS_PER_MINUTE: {
    about:
      'How many reads of jobs a minute each process may make; with more jobs than that allows, all are looked at less often',
    from: 'your choice, or what the agent service asks for',
    default: '6000'
  },
  GITHUB_TOKEN: {
    about:
      'A token that may read pull requests and their checks; results then show what became of their pull request. It goes to GITHUB_API_URL only',
    from: 'github.com → Settings → Developer settings → Personal access tokens; docs/install.md says which rights it needs',
    default: 'unset: pull requests are not followed'
  },
  GITHUB_API_URL: {
    about: "The address of GitHub's API (https; plain http only on loopback)",
    from: 'leave it unset, except for GitHub Enterprise (like https://github.example.com/api/v3)',
    default: 'https://api.github.com'
  },
  HTTPS_PROXY: {
    about: 'The proxy through which to reach Slack, the agent service and GitHub',
    from: 'whoever runs your network (http://host:port)',
    default: 'unset: no proxy'
  },
  NO_PROXY: {
    about: 'Hosts to reach without the proxy',
    from: 'whoever runs your network; separate them with commas',
    default: 'empty: none'
  },
  WATCH_AT_REST_MINUTES: {
    about: 'How many more minutes to watch an instruction on which the job has not started',
    from: 'your choice: longer if your jobs start late',
    default: '30'
  },
  RESULTS_IN_CHANNEL: {
    about:
      'Which results are also shown in the channel: `news` (the first in a thread, a failure, a new link), `all` or `none`',
    from: 'your choice',
    default: 'news'
  },
  REPLIES: {
    about:
      'Which replies in a thread go to the agent, where people have not chosen: `always` (all) or `mention` (those that begin by mentioning the bot)',
    from: 'your choice',
    default: 'always'
  },
  SECRETS: {
    about:
      'What becomes of words that hold a token or a key of a known kind: `refuse` (their author is told, and nothing is sent) or `send`',
    from: 'your choice',
    default: 'refuse'
  },
  DATABASE_URL: {
    about: 'A shared PostgreSQL server, for several bot processes',
    from: 'your database host (postgres://user:password@host/name)',
    default: 'unset: an embedded server under DATA_DIR'
  },
  DATA_DIR: {
    about: "Where the embedded server's data lives",
    from: 'a folder that survives a restart',
    default: '.data'
  },
  ALLOWED_CHANNELS: {
    about: 'Ids of the channels in which the bot may be used',
    from: 'Slack → channel name → About → Channel ID (C…); separate them with commas',
    default: 'empty: every channel'
  },
  ALLOWED_USERS: {
    about: 'Ids of the people who may use the bot',
    from: 'Slack → profile → ⋮ → Copy member ID (U…); separate them with commas',
    default: 'empty: every full member of the workspace'
  },
  LOG_LEVEL: {
    about: 'trace, debug, info, warn, error or silent',
    from: 'your choice',
    default: 'info'
  }
} satisfies Record<string, Setting>
