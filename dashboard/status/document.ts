/** What stands around every page for outsiders. What it loads stands beside it, wherever the page is put. */
import { escaped } from '../../reports/safe-text.ts';

/** Also where somebody else serves it as a file. */
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'";

export const document = ({ title, head = '', body }: { title: string; head?: string; body: string }): string => `\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${head}<title>${escaped(title)}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="status.css">
</head>
<body>
${body}
</body>
</html>
`;

/** Sends the token without a script. */
export const loginPage = (isWrong: boolean): string =>
  document({
    title: 'Status: a token is needed',
    body: `\
<main>
<h1>Status</h1>
<form method="post" action="login">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required${isWrong ? ' aria-describedby="wrong" aria-invalid="true"' : ''}>
<button>Show the status</button>
${isWrong ? '<p id="wrong" class="notice" role="alert">This is not the token.</p>\n' : ''}</form>
</main>`,
  });
