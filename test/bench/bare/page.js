const list = document.querySelector('ol') ?? document.body;
for (let number = 1; number <= 100; number += 1) {
  const item = document.createElement('li');
  item.className = 'row';
  item.dataset.taskId = String(number);
  item.append(`Task ${number}`);
  list.append(item);
}
