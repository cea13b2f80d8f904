/** A program on the session's bus that sends what a service could send. */
import dbus from '@particle/dbus-next';

const BUS = 'org.freedesktop.DBus';

type Signal = [path: string, face: string, member: string, signature: string, body: unknown[]];

/** Sends the signals to each other program on the bus alone, which needs no match rule. Resolves when the bus has them. */
export async function sendAsAnother(signals: readonly Signal[]): Promise<void> {
  const bus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  const ask = (member: string) =>
    bus.call(new dbus.Message({ destination: BUS, path: '/org/freedesktop/DBus', interface: BUS, member }));
  const [names] = (await ask('ListNames'))?.body ?? [];
  for (const name of (names as string[]).filter((one) => one.startsWith(':')))
    for (const [path, face, member, signature, body] of signals) {
      const signal = dbus.Message.newSignal(path, face, member, signature, body);
      signal.destination = name;
      bus.send(signal);
    }
  await ask('GetId');
  bus.disconnect();
}
