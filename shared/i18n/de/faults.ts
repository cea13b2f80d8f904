/** German: what is wrong with an answer. */
import type { faults as en } from '../en/faults.ts';

export const faults: typeof en = (fault) => {
  switch (fault.is) {
    case 'unreachable':
      return 'Keine Verbindung.';
    case 'untrusted':
      return 'Dem Zertifikat wird nicht vertraut.';
    case 'broken':
      return 'Die Verbindung brach ab.';
    case 'web-page':
      return 'Statt des Dienstes antwortete eine Webseite.';
    case 'empty':
      return 'Die Antwort ist leer.';
    case 'no-json':
      return 'Die Antwort ist unvollständig oder kein JSON.';
    case 'bounds':
      return 'Die Antwort ist zu tief verschachtelt oder enthält zu viele Werte.';
    case 'no-form':
      return 'Die Antwort hat die falsche Form.';
    case 'invalid':
      return 'Der Dienst fand es ungültig.';
    case 'deleted':
      return 'Auf dem Server gibt es das nicht mehr; es wurde gelöscht.';
    case 'no-route':
      return 'Dieser Server kann das nicht; neuere können es.';
    case 'slow':
      return `Keine Antwort innerhalb von ${fault.seconds} s.`;
    case 'large':
      return `Die Antwort ist größer als ${fault.megabytes} MB.`;
    case 'status':
      return `Der Dienst antwortete ${fault.status}.`;
    case 'redirect':
      return `Der Server leitet um zu ${fault.location ?? 'einer anderen Adresse'}.`;
    case 'type':
      return `Die Antwort ist nicht ${fault.wanted}, sondern ${fault.got || 'ohne Art'}.`;
    case 'field':
      return fault.path === ''
        ? 'Die Antwort hat die falsche Form.'
        : `Die Antwort des Dienstes hat in „${fault.path}“ einen unerwarteten Wert.`;
    case 'page-stands':
      return 'Das Feld „nextOffset“ der Antwort stimmt nicht: Es führt nicht weiter.';
    case 'page-repeats':
      return 'Der Dienst schickt immer wieder dieselbe Seite.';
    case 'endless':
      return fault.what === 'tasks'
        ? `Das Board endet nach ${fault.limit} Aufgaben nicht.`
        : `Die Labels und Links einer Seite enden nach ${fault.limit} Seiten nicht.`;
    case 'description-long':
      return 'Die Beschreibung ist zu lang, um gelesen zu werden.';
    case 'label-lasts':
      return 'Das Label wird noch gelöscht.';
    case 'bulk':
      return `Der Dienst hat ${fault.done} von ${fault.of} Aufgaben geändert.`;
    case 'changing':
      return fault.what === 'board'
        ? 'Das Board ändert sich dauernd, während es gelesen wird.'
        : 'Die Beschreibung ändert sich dauernd, während sie gelesen wird.';
    case 'unusable-token':
      return {
        type: 'Das Anmelde-Token ist kein Bearer-Token; nur damit kann Punchcard arbeiten.',
        characters:
          'Das Anmelde-Token enthält Zeilenumbrüche, Leerzeichen oder andere Zeichen, die sich nicht senden lassen.',
        long: 'Das Anmelde-Token ist zu lang, um gesendet zu werden.',
      }[fault.flaw];
    case 'no-address':
      return `„${fault.text}“ ist keine Adresse.`;
    case 'no-scheme':
      return 'Die Adresse muss mit https:// oder http:// beginnen.';
    case 'no-host':
      return 'Die Adresse nennt keinen Server.';
  }
};
